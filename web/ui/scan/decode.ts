import type { Image } from 'qr/decode.js'

/** The sizes at which a picture is tried: small codes need a large one, blurred codes a small one. */
const SIDES = [1_600, 800, 400]
const EFFORT = 8
const LIMIT_MS = 1_500

/** The text of a QR code in pixels. The decoder is loaded on first use. */
export async function readPixels(image: Image, patience: 'frame' | 'picture'): Promise<string | undefined> {
  const { decodeQR } = await import('qr/decode.js')
  try {
    return decodeQR(image, patience === 'frame' ? {} : { effort: EFFORT, timeLimit: LIMIT_MS })
  } catch {
    return undefined
  }
}

/** The same for an image file. Throws if the file is not an image. */
export async function readPicture(file: Blob): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file)
  try {
    for (const side of SIDES) {
      const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
      const found = await readPixels(draw(bitmap, scale), 'picture')
      if (found !== undefined) return found
      if (scale === 1 && side !== SIDES[0]) break
    }
    return undefined
  } finally {
    bitmap.close()
  }
}

/** On white, because transparent parts are meant for paper. */
export function draw(source: ImageBitmap | HTMLVideoElement, scale: number): ImageData {
  const [width, height] =
    source instanceof HTMLVideoElement
      ? [source.videoWidth, source.videoHeight]
      : [source.width, source.height]
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (pen === null) throw new Error('the browser draws nothing')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(source, 0, 0, canvas.width, canvas.height)
  return pen.getImageData(0, 0, canvas.width, canvas.height)
}
