import { writeFileSync } from 'node:fs'

/** Loaded into a server beside its own code: on SIGUSR2 it collects garbage and writes down what is left. */
const { gc } = globalThis
process.on('SIGUSR2', () => {
  gc?.()
  gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  writeFileSync('memory.json', JSON.stringify({ rss, heap: heapUsed + external }))
})
