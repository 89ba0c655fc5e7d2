import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/setup.js'
import { end } from '../child.ts'
import { track } from '../started.ts'

/** Someone who follows the guide in a clone: its folder, with data of their own. */
export type Reader = {
  /** Starts a script in a shell, which is replaced by its only command. */
  start(script: string, settings?: Readonly<Record<string, string>>): Terminal
  close(): Promise<void>
}

export type Terminal = {
  readonly ended: Promise<number | null>
  stdout(): string
  stderr(): string
  /** Waits until the output has the pattern. */
  shows(pattern: RegExp): Promise<RegExpExecArray>
  stop(): Promise<unknown>
}

export function createReader(more: readonly string[] = []): Reader {
  const folder = mkdtempSync(join(tmpdir(), 'lanyard-guide-'))
  const shared = ['lanyard', 'docs', 'node_modules', ...more]
  for (const name of shared) symlinkSync(join(root, name), join(folder, name))
  const terminals: { child: ChildProcess; ended: Promise<unknown> }[] = []
  const killAll = () => terminals.forEach(({ child }) => void signalGroup(child, 'SIGKILL'))
  process.once('exit', killAll)
  return {
    start(script, settings = {}) {
      const { PATH = '', HOME = folder } = process.env
      const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
        cwd: folder,
        env: { PATH, HOME, ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
        // A group of its own: npm does not hand a signal on to what its shell started.
        detached: true,
      })
      const terminal = watch(track(child))
      terminals.push({ child, ended: terminal.ended })
      return terminal
    },
    async close() {
      for (const { child, ended } of terminals.reverse()) {
        signalGroup(child, 'SIGTERM')
        await ended
      }
      process.off('exit', killAll)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // All of it has ended.
  }
}

function watch(child: ChildProcess): Terminal {
  const texts = { stdout: '', stderr: '' }
  child.stdout?.on('data', (text) => (texts.stdout += text))
  child.stderr?.on('data', (text) => (texts.stderr += text))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    ended,
    stdout: () => texts.stdout,
    stderr: () => texts.stderr,
    async shows(pattern) {
      for (;;) {
        const match = pattern.exec(texts.stdout) ?? pattern.exec(texts.stderr)
        if (match !== null) return match
        if (child.exitCode !== null)
          throw new Error(`it ended without ${pattern}:\n${texts.stdout}${texts.stderr}`)
        await Promise.race([ended, once(child.stdout ?? child, 'data'), once(child.stderr ?? child, 'data')])
      }
    },
    stop: () => end(child, 'SIGTERM'),
  }
}
