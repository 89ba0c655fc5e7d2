export type CameraFailure = 'denied' | 'none' | 'busy' | 'insecure'

const LARGEST_SIDE = 720
const PAUSE_MS = 120

type Watch = {
  readonly onStart: () => void
  /** Called for every camera frame with the text of its code, or undefined. Returning true stops. */
  readonly onLook: (found: string | undefined) => boolean
}

/** Shows the camera in `video` and looks for codes until `onLook` returns true or `signal` aborts. */
export async function watchCamera(
  video: HTMLVideoElement,
  signal: AbortSignal,
  { onStart, onLook }: Watch,
): Promise<void> {
  const stream = await openCamera()
  try {
    if (signal.aborted) return
    video.srcObject = stream
    await video.play()
    onStart()
    while (!signal.aborted) {
      const found = await readFrame(video)
      if (!signal.aborted && onLook(found)) return
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  } catch (error) {
    // Aborting while the camera starts is not an error.
    if (!signal.aborted) throw error
  } finally {
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
}

/** Browsers offer cameras only on https pages and localhost. */
async function openCamera(): Promise<MediaStream> {
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (devices === undefined) throw new DOMException('', 'SecurityError')
  return devices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment', width: { ideal: 1_280 }, height: { ideal: 720 } },
  })
}

/** What reads pictures is loaded with the first frame. */
async function readFrame(video: HTMLVideoElement): Promise<string | undefined> {
  const { draw, readPixels } = await import('./decode.ts')
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return undefined
  const scale = Math.min(1, LARGEST_SIDE / Math.max(video.videoWidth, video.videoHeight))
  return readPixels(draw(video, scale), 'frame')
}

export function nameFailure(error: unknown): CameraFailure {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') return 'denied'
  if (name === 'SecurityError') return 'insecure'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none'
  return 'busy'
}
