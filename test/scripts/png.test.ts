import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { reducePng } from '../../scripts/png.js'

const signature = '\x89PNG\r\n\x1a\n'
const chunk = (type: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** RGBA rows of three pixels, each with the number of its filter before it. */
function writePng(rows: readonly (readonly number[])[]): Buffer {
  const header = Buffer.from([0, 0, 0, 3, 0, 0, 0, rows.length, 8, 6, 0, 0, 0])
  return Buffer.concat([
    Buffer.from(signature, 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function readChunk(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type, 0, 'latin1')
  return file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4))
}

it('keeps every pixel of a picture with few colours, whatever its rows are filtered by', () => {
  // Each row says red, green, blue, in its own filter: none, left, up, average, Paeth.
  const file = writePng([
    [0, 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255],
    [1, 255, 0, 0, 255, 1, 255, 0, 0, 0, 1, 255, 0],
    [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [3, 128, 0, 0, 128, 129, 128, 0, 0, 0, 129, 128, 0],
    [4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  ])
  const reduced = reducePng(file)
  const palette = readChunk(reduced, 'PLTE')
  const rows = inflateSync(readChunk(reduced, 'IDAT'))
  const colours = Array.from({ length: 5 }, (_, y) =>
    [1, 2, 3].map((x) => palette.subarray(3 * (rows[y * 4 + x] ?? 0)).toString('hex', 0, 3)),
  )
  expect(colours).toEqual(Array.from({ length: 5 }, () => ['ff0000', '00ff00', '0000ff']))
})

it('refuses what it does not read', () => {
  const file = writePng([])
  file[24] = 16
  expect(() => reducePng(file)).toThrow('8 bits')
})
