import encodeQr from 'qr'
import { encodeBitmap } from './png.ts'

/** ISO/IEC 18004: four modules around the symbol stay white. */
const QUIET_MODULES = 4
const SMALLEST_SCALE = 1
const LARGEST_SCALE = 20

/** About `width` pixels wide, as a data URL. */
export function qrDataUrl(text: string, width: number): string {
  const modules = encodeQr(text, 'raw', { border: QUIET_MODULES })
  const scale = Math.min(LARGEST_SCALE, Math.max(SMALLEST_SCALE, Math.round(width / modules.length)))
  return `data:image/png;base64,${encodeBitmap(modules, scale).toString('base64')}`
}
