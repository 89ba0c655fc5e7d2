import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { text } from '../texts.ts'
import { type CameraFailure, nameFailure, watchCamera } from './watch-camera.ts'

const failureTexts = {
  denied: 'scanDenied',
  none: 'scanNoCamera',
  busy: 'scanBusy',
  insecure: 'scanInsecure',
} as const satisfies Record<CameraFailure, string>

type CameraProps = { onText: (scanned: string) => void; onStop: () => void }

/** The picture of the camera, until a QR code is found in it. The browser asks for permission first. */
export function Camera({ onText, onStop }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const take = useRef(onText)
  take.current = onText
  const [state, setState] = useState<'asking' | 'running' | CameraFailure>('asking')
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (video.current === null) return
    const watch = new AbortController()
    setState('asking')
    watchCamera(video.current, watch.signal, () => setState('running')).then(
      (found) => {
        if (found !== undefined) take.current(found)
      },
      (error: unknown) => setState(nameFailure(error)),
    )
    return () => watch.abort()
  }, [attempt])
  const failure = state === 'asking' || state === 'running' ? undefined : state
  return (
    <div class="camera">
      <video ref={video} muted playsInline hidden={state !== 'running'} aria-label={text('scanPicture')} />
      <p role="status" class={failure === undefined ? 'soft' : 'notice warn'}>
        {failure === undefined
          ? text(state === 'asking' ? 'scanAsking' : 'scanRunning')
          : text(failureTexts[failure])}
      </p>
      <div class="actions">
        {failure !== undefined && failure !== 'insecure' && (
          <Button onClick={() => setAttempt(attempt + 1)}>{text('scanAgain')}</Button>
        )}
        <Button onClick={onStop}>{text('scanStop')}</Button>
      </div>
    </div>
  )
}
