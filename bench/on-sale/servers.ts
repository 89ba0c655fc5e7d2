import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../test/postgres-server.ts'
import { createKey } from '../api/scene.ts'
import type { Program, ProgramPlace } from '../program.ts'
import { settingsOf, startLanyard } from '../programs.ts'

export type Memory = { peakMb: number; endMb: number }

type Running = { readonly place: ProgramPlace; readonly port: number; program: Program }
type Kill = { readonly port: number; readonly at: number; backAt: number | undefined }

/** A buyer may hear of a broken connection a little later than it broke: the machine is busy. */
const LATE_MS = 5_000

/** The servers of a sale. What they use is counted across the kill of one of them. */
export class Servers {
  readonly #running: Running[]
  /** Of the process that was killed. */
  readonly #past = { cpuMs: 0, peakMb: 0 }
  #kill: Kill | undefined

  private constructor(running: Running[]) {
    this.#running = running
  }

  /** With a folder for each; several share a database and the root key, as on several machines. */
  static async start(place: ProgramPlace, count: number): Promise<Servers> {
    const secret = randomBytes(32).toString('base64url')
    const running: Running[] = []
    for (let at = 0; at < count; at += 1) {
      // Not a port that connections are given while the server is away.
      const port = await freePort()
      const own = { ...place, folder: join(place.folder, String(at)), secret, port }
      running.push({ place: own, port, program: await startLanyard(own) })
    }
    return new Servers(running)
  }

  get ports(): readonly number[] {
    return this.#running.map(({ port }) => port)
  }

  createKey(): string {
    const { place } = this.#first
    return createKey(place.folder, settingsOf(place))
  }

  cpuMs(): number {
    return this.#running.reduce((sum, { program }) => sum + program.cpuMs(), this.#past.cpuMs)
  }

  /** Of the process with the highest peak. */
  memory(): Memory {
    const now = this.#running.map(({ program }) => readMemory(program.pid))
    return {
      peakMb: Math.max(this.#past.peakMb, ...now.map(({ peakMb }) => peakMb)),
      endMb: Math.max(...now.map(({ endMb }) => endMb)),
    }
  }

  /** Ends the first one as a crash does, and starts it again on its folder and port. */
  async killOne(): Promise<void> {
    const first = this.#first
    this.#past.cpuMs = first.program.cpuMs()
    this.#past.peakMb = readMemory(first.program.pid).peakMb
    this.#kill = { port: first.port, at: performance.now(), backAt: undefined }
    await first.program.kill()
    first.program = await startLanyard(first.place)
    this.#kill.backAt ??= performance.now()
  }

  /** The first answer on a connection that was opened after the kill ends the time that the server was away. */
  noteAnswer(port: number, openedAt: number): void {
    const kill = this.#kill
    if (kill?.port === port && openedAt > kill.at) kill.backAt ??= performance.now()
  }

  get awayMs(): number {
    return (this.#kill?.backAt ?? Number.NaN) - (this.#kill?.at ?? Number.NaN)
  }

  /** Whether the kill explains that a connection broke just now. */
  mayBreak(port: number): boolean {
    if (this.#kill?.port !== port) return false
    const { backAt } = this.#kill
    return backAt === undefined || performance.now() < backAt + LATE_MS
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.map(({ program }) => program.stop()))
  }

  get #first(): Running {
    const [first] = this.#running
    if (first === undefined) throw new Error('a sale has a server')
    return first
  }
}

/** proc(5): the peak of the resident memory, and what is resident now. */
function readMemory(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1_024
  return { peakMb: read('VmHWM'), endMb: read('VmRSS') }
}
