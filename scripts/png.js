// @ts-check
import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** @typedef {{ width: number, height: number, pixels: Uint32Array }} Picture each pixel as 0xRRGGBB */

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const MOST_COLOURS = 256

/**
 * The same picture with 256 colours at most: a third of the bytes, for screens of text and plain areas.
 * @param {Buffer} file a PNG as browsers write it: 8 bits, RGB or RGBA, not interlaced
 * @returns {Buffer}
 */
export function reducePng(file) {
  const { width, height, pixels } = decode(file)
  const { palette, indexes } = toPalette(pixels)
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y++) rows.set(indexes.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3], 8)
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/**
 * PNG (third edition) §7 and §9.
 * @param {Buffer} file
 * @returns {Picture}
 */
function decode(file) {
  const parts = listChunks(file)
  const header = parts.find(({ type }) => type === 'IHDR')?.data
  const [depth, kind, , , interlaced] = header?.subarray(8) ?? []
  if (header === undefined || depth !== 8 || (kind !== 2 && kind !== 6) || interlaced !== 0)
    throw new Error('this is not a picture of 8 bits, RGB or RGBA, without interlacing')
  const [width, height, size] = [header.readUInt32BE(0), header.readUInt32BE(4), kind === 6 ? 4 : 3]
  const data = inflateSync(
    Buffer.concat(parts.filter(({ type }) => type === 'IDAT').map((part) => part.data)),
  )
  const bytes = unfilter(data, { height, size, stride: width * size })
  const pixels = new Uint32Array(width * height)
  for (let at = 0; at < pixels.length; at++) pixels[at] = bytes.readUIntBE(at * size, 3)
  return { width, height, pixels }
}

/** @param {Buffer} file */
function listChunks(file) {
  const found = []
  for (let at = SIGNATURE.length; at < file.length; ) {
    const length = file.readUInt32BE(at)
    found.push({
      type: file.toString('latin1', at + 4, at + 8),
      data: file.subarray(at + 8, at + 8 + length),
    })
    at += length + 12
  }
  return found
}

/**
 * @param {Buffer} data each row with the number of its filter before it
 * @param {{ height: number, size: number, stride: number }} shape
 */
function unfilter(data, { height, size, stride }) {
  const out = Buffer.alloc(height * stride)
  for (let y = 0; y < height; y++) {
    const filter = data[y * (stride + 1)]
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x
      const left = x >= size ? (out[at - size] ?? 0) : 0
      const up = y > 0 ? (out[at - stride] ?? 0) : 0
      const corner = x >= size && y > 0 ? (out[at - stride - size] ?? 0) : 0
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0
      out[at] = (data[at + y + 1] ?? 0) + guess
    }
  }
  return out
}

/**
 * @param {number} left
 * @param {number} up
 * @param {number} corner
 */
function paeth(left, up, corner) {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

/**
 * The most frequent colours; each other becomes the nearest of them.
 * @param {Uint32Array} pixels
 */
function toPalette(pixels) {
  /** @type {Map<number, number>} */
  const counts = new Map()
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const palette = [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_COLOURS)
    .map(([colour]) => colour)
  /** @type {Map<number, number>} */
  const places = new Map(palette.map((colour, index) => [colour, index]))
  const indexes = pixels.map((colour) => {
    const place = places.get(colour) ?? nearest(palette, colour)
    places.set(colour, place)
    return place
  })
  return { palette, indexes: Uint8Array.from(indexes) }
}

/**
 * @param {readonly number[]} palette
 * @param {number} colour
 */
function nearest(palette, colour) {
  const part = (/** @type {number} */ of, /** @type {number} */ shift) => (of >> shift) & 255
  const distance = (/** @type {number} */ other) =>
    [16, 8, 0].reduce((sum, shift) => sum + (part(colour, shift) - part(other, shift)) ** 2, 0)
  let best = 0
  for (let at = 1; at < palette.length; at++)
    if (distance(palette[at] ?? 0) < distance(palette[best] ?? 0)) best = at
  return best
}

/**
 * @param {string} type
 * @param {Buffer} data
 */
function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}
