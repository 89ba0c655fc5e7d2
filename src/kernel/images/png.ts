import { crc32, deflateSync } from 'node:zlib'

/** A square black and white image (PNG 1.2, bit depth 1), each module `scale` pixels wide. */
export function encodeBitmap(modules: readonly (readonly boolean[])[], scale: number): Buffer {
  const size = modules.length * scale
  const stride = Math.ceil(size / 8)
  const rows = Buffer.alloc(size * (stride + 1), 0xff)
  for (let y = 0; y < size; y++) {
    const start = y * (stride + 1)
    rows[start] = 0
    const row = modules[Math.floor(y / scale)] ?? []
    for (let x = 0; x < size; x++) {
      if (row[Math.floor(x / scale)] !== true) continue
      const at = start + 1 + (x >> 3)
      rows[at] = (rows[at] ?? 0) & ~(0x80 >> (x & 7))
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
