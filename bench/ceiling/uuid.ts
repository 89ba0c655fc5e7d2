import { randomFillSync } from 'node:crypto'

const noise = Buffer.alloc(16 * 256)
let at = noise.length

/** RFC 9562 §5.7: in the order of time, as the indexes like it. */
export function drawUuid(now: number): string {
  if (at === noise.length) {
    randomFillSync(noise)
    at = 0
  }
  const random = noise.toString('hex', at, at + 10)
  at += 16
  const time = now.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`
}
