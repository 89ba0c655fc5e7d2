import encodeQr from 'qr'
import { encodeBitmap } from './png.ts'

/** ISO/IEC 18004: the symbol needs a white border of four modules. */
const QUIET_MODULES = 4
const SMALLEST_SCALE = 1
const LARGEST_SCALE = 20

/** A data URL of an image about `width` pixels wide. */
export function qrDataUrl(text: string, width: number): string {
  const modules = encodeQr(text, 'raw', { border: QUIET_MODULES })
  const scale = Math.min(LARGEST_SCALE, Math.max(SMALLEST_SCALE, Math.round(width / modules.length)))
  return `data:image/png;base64,${encodeBitmap(modules, scale).toString('base64')}`
}

/** Has its own white background, because black modules alone are invisible on a dark page. */
export function qrSvg(text: string): string {
  const modules = encodeQr(text, 'raw', { border: QUIET_MODULES })
  const size = modules.length
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`,
    `<path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path d="${drawBars(modules)}"/></svg>`,
  ].join('')
}

/** One rectangle for each run of black modules in a row. */
function drawBars(modules: readonly boolean[][]): string {
  let path = ''
  for (const [y, row] of modules.entries())
    for (let x = row.indexOf(true); x !== -1; ) {
      const white = row.indexOf(false, x)
      const length = (white === -1 ? row.length : white) - x
      path += `M${x} ${y}h${length}v1h-${length}z`
      x = row.indexOf(true, x + length)
    }
  return path
}
