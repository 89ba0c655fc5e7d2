import cluster from 'node:cluster'
import { createServer } from 'node:net'
import { createApp } from '../app.ts'
import { type Config, withPort } from '../config.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { createProcessLog } from './process-log.ts'

/** Serves until it is told to stop. Several processes share the address; the first of them only watches the others. */
export async function serve(loaded: Config): Promise<void> {
  if (cluster.isWorker) return serveHere(loaded)
  const lock = await lockDataFolder(loaded, 'stop it, or set LANYARD_DATA to another folder')
  try {
    const config = loaded.http.port === 0 ? withPort(loaded, await findFreePort(loaded.http.host)) : loaded
    if (config.http.processes > 1) await watchProcesses(config)
    else await serveHere(config)
  } finally {
    lock?.release()
  }
}

async function serveHere(config: Config): Promise<void> {
  const { log, flush } = createProcessLog(config)
  const app = await createApp(config, { log })
  process.on('unhandledRejection', (cause) => log.error('nobody waited for this failure', { cause }))
  // Every decision is the database's: what one request broke in memory decides nothing for the next.
  process.on('uncaughtException', (cause) => log.error('nobody caught this failure', { cause }))
  const stopped = stopSignal()
  await app.start()
  if (cluster.isPrimary) tellStart(config)
  await stopped
  await app.stop()
  flush()
}

function tellStart(config: Config): void {
  const engine = config.database.engine === 'sqlite' ? `SQLite in ${config.dataFolder}` : 'PostgreSQL'
  process.stderr.write(`Lanyard serves ${config.urls.main} on ${engine}. Stop it with Ctrl+C.\n`)
}

/** Starts the processes, replaces one that dies, and passes the signal to stop on. */
async function watchProcesses(config: Config): Promise<void> {
  let stopping = false
  const ended = new Set<Promise<void>>()
  const start = () => {
    const worker = cluster.fork({ PORT: String(config.http.port) })
    const end = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    ended.add(end)
    void end.then(() => {
      ended.delete(end)
      if (!stopping) setTimeout(() => stopping || start(), 200)
    })
    return new Promise<void>((resolve) => worker.once('listening', () => resolve()))
  }
  const stopped = stopSignal()
  await Promise.all(Array.from({ length: config.http.processes }, start))
  tellStart(config)
  await stopped
  stopping = true
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
  await Promise.all(ended)
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
}

function findFreePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, host, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
