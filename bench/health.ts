import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from './heavy/ask.ts'

/**
 * Asks for `/healthz` again and again, and tells when it has begun. After a message from the parent, it tells the longest
 * answer. A process of its own: the parent is busy with the answers to what it asks meanwhile.
 */
const program = { port: Number(process.argv[2]) }
let [isOver, worstMs] = [false, 0]
process.once('message', () => {
  isOver = true
})
process.once('disconnect', () => process.exit())
await ask(program, { path: '/healthz' })
process.send?.('begun')
// The answer that waited for the end of the work counts too.
do {
  worstMs = Math.max(worstMs, (await ask(program, { path: '/healthz' })).ms)
  await sleep(1)
} while (!isOver)
process.send?.(worstMs, () => process.disconnect())
