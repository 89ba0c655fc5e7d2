import { randomBytes } from 'node:crypto'

export type Random = { bytes(size: number): Buffer }

const blockSize = 4096
const largestPooled = 512

// Each byte of a block is used once, and a used block is replaced instead of refilled, so a buffer that a caller
// keeps never changes.
let block = Buffer.alloc(0)
let used = 0

export const systemRandom: Random = {
  bytes(size) {
    if (!Number.isInteger(size) || size < 0 || size > largestPooled) return randomBytes(size)
    if (used + size > block.length) {
      block = randomBytes(blockSize)
      used = 0
    }
    used += size
    return block.subarray(used - size, used)
  },
}
