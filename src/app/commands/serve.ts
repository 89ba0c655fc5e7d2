import cluster from 'node:cluster'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { shareCores } from '../../kernel/base/cores.ts'
import type { Context } from '../../kernel/context.ts'
import { inviteFirstOwner } from '../../platform/operators/first-owner.ts'
import { invitationLink } from '../../platform/operators/invitations.ts'
import { createApp } from '../app.ts'
import { type Config, withPort } from '../config/config.ts'
import { noteServed } from '../config/served.ts'
import { openContext } from '../context/context.ts'
import { lockDataFolder } from './base/data-folder-lock.ts'
import { createProcessLog } from './base/process-log.ts'
import { letYoungGenerationGrow } from './base/young-generation.ts'

/** The build puts the web apps beside the server's scripts. */
const pagesFolder = fileURLToPath(new URL('web', import.meta.url))

/**
 * Serves until it is told to stop. Several processes can share the address; the first one then only supervises the
 * others.
 */
export async function serve(loaded: Config): Promise<void> {
  // The channel to the first process would keep this one alive.
  if (cluster.isWorker) return serveHere(loaded).finally(() => cluster.worker?.disconnect())
  const lock = await lockDataFolder(loaded, 'stop it, or set LANYARD_DATA to another folder')
  try {
    const config = withPort(loaded, await findFreePort(loaded.http))
    if (config.http.processes === 1) return await serveHere(config)
    await watchProcesses(config, await prepare(config))
  } finally {
    lock?.release()
  }
}

/**
 * Migrates the database once, and reports once what would keep every process from starting. Returns further text for
 * the operator.
 */
async function prepare(config: Config): Promise<string> {
  const { log, flush } = createProcessLog(config)
  const context = await openContext(config, { log })
  noteAddresses(config)
  try {
    return await welcome(context, config)
  } finally {
    await context.database.close()
    flush()
  }
}

/** How to become the first owner, if there is none; otherwise where the console is. */
async function welcome(context: Context, { urls }: Config): Promise<string> {
  const invitation = await inviteFirstOwner(context)
  if (invitation === undefined) return `Console: ${urls.console}\n`
  const link = invitationLink(urls.console, invitation.token)
  return `No owner yet. Open this link to create the owner account. It works once, within 24 hours:\n  ${link}\n`
}

async function serveHere(config: Config): Promise<void> {
  shareCores(config.http.processes)
  const { log, flush } = createProcessLog(config)
  // The first process has already told the operator.
  const app = await createApp(config, { log, pagesFolder, ...(cluster.isWorker ? { tell: () => {} } : {}) })
  const stopped = stopSignal()
  if (cluster.isPrimary) noteAddresses(config)
  await app.start()
  letYoungGenerationGrow()
  process.on('unhandledRejection', (cause) => log.error('unhandled promise rejection', { cause }))
  // Continue after it: every decision is made in the database, so state that one request corrupted in memory affects
  // no other.
  process.on('uncaughtException', (cause) => log.error('uncaught exception', { cause }))
  if (cluster.isPrimary) tellStart(config, await welcome(app.context, config))
  await stopped
  await app.stop()
  flush()
}

/** Before the server listens, so that a command finds the addresses as soon as the server answers. */
function noteAddresses({ dataFolder, http: { host, port }, urls }: Config): void {
  noteServed(dataFolder, { host, port, urls })
}

function tellStart(config: Config, more: string): void {
  const engine = config.database.engine === 'sqlite' ? `SQLite in ${config.dataFolder}` : 'PostgreSQL'
  process.stderr.write(
    `Lanyard is running at ${config.urls.main} on ${engine}. Stop it with Ctrl+C.\n${more}`,
  )
}

/** Starts the processes, replaces one that dies, and forwards the signal to stop. */
async function watchProcesses(config: Config, more: string): Promise<void> {
  // Each process accepts connections itself: one handed to a process that has just died would wait forever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
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
  }
  const stopped = stopSignal()
  let listening = 0
  cluster.on('listening', () => ++listening === config.http.processes && tellStart(config, more))
  for (let count = 0; count < config.http.processes; count++) start()
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

/** The configured port, or a free one if it is 0; throws if the port is in use. */
function findFreePort({ host, port }: Config['http']): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(port, host, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : port))
    })
  })
}
