import encodeQR from 'qr'
import { describe, expect, it } from 'vitest'
import { readPixels } from '../../../web/ui/scan/decode.ts'

const LIGHT = [255, 255, 255, 255]
const DARK = [0, 0, 0, 255]

/** A drawn code with a quiet zone, `scale` pixels a module; `dark` and `light` are RGBA. */
function drawCode(text: string, scale: number, [dark, light] = [DARK, LIGHT]) {
  const rows = encodeQR(text, 'raw', { border: 4 })
  const side = rows.length * scale
  const data = new Uint8ClampedArray(side * side * 4)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      data.set(
        (rows[Math.floor(y / scale)]?.[Math.floor(x / scale)] ? dark : light) ?? LIGHT,
        (y * side + x) * 4,
      )
  return { width: side, height: side, data }
}

describe('the decoder', () => {
  it.each([
    'otpauth://totp/Example:alice@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Example',
    'http://localhost:4000/authenticator#/enrol/abcdefghijklmnopqrstuvwx',
    'Grüße 😀 مرحبا',
  ])('reads %s', async (text) => {
    for (const scale of [3, 8]) expect(await readPixels(drawCode(text, scale), 'picture')).toBe(text)
  })

  it('reads light on dark', async () => {
    expect(await readPixels(drawCode('inverted', 6, [LIGHT, DARK]), 'picture')).toBe('inverted')
  })

  it('finds nothing where nothing is', async () => {
    const blank = { width: 200, height: 200, data: new Uint8ClampedArray(200 * 200 * 4).fill(255) }
    expect(await readPixels(blank, 'picture')).toBeUndefined()
    expect(await readPixels(blank, 'frame')).toBeUndefined()
  })
})
