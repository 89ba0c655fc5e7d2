import { fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import type { Program } from '../program.ts'
import type { Seeded } from './questions.ts'

type Answered = {
  readonly status: number
  readonly ms: number
  readonly syncToken: string
  /** The start of the answer. */
  readonly text: string
}

const MOST_TRIES = 100
const MOST_TEXT = 10_000

type Asked = { method?: string; path: string; accept?: string; apiKey?: string }

export function ask({ port }: Pick<Program, 'port'>, asked: Asked): Promise<Answered> {
  const { method = 'GET', path, accept = 'application/json', apiKey } = asked
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        // A connection for each question: one that is kept may be closed by the server at any time.
        ...{ host: '127.0.0.1', port, method, path, agent: false },
        headers: { accept, ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }) },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => {
          if (text.length < MOST_TEXT) text += chunk
        })
        answer.once('error', reject)
        answer.once('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            ms: performance.now() - started,
            syncToken: String(answer.headers['x-sync-token'] ?? ''),
            text,
          }),
        )
      },
    )
    sent.once('error', reject)
    sent.end()
  })
}

/** Asks for `/healthz` while the work runs; gives its result and the longest answer. */
export async function besideHealth<T>(
  { port, programs }: { port: number; programs: string },
  work: () => Promise<T>,
): Promise<{ result: T; worstMs: number }> {
  const watch = fork(join(programs, 'health.js'), [String(port)])
  const died = once(watch, 'exit').then(() => {
    throw new Error('/healthz is no longer asked for')
  })
  died.catch(() => {})
  try {
    await Promise.race([once(watch, 'message'), died])
    const result = await work()
    const told = once(watch, 'message')
    watch.send('over')
    const [worstMs] = (await Promise.race([told, died])) as [number]
    return { result, worstMs }
  } finally {
    watch.kill()
  }
}

export function asker(program: Program, { apiKey }: Seeded) {
  return async (path: string, options: { method?: string; accept?: string } = {}): Promise<Answered> => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const answered = await ask(program, { path, apiKey, ...options })
      if (answered.status < 400) return answered
      // A machine that is busy with other things makes the server refuse work for a moment.
      if (answered.status !== 503) throw new Error(`${path} was answered with ${answered.status}`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    throw new Error(`${path} is refused`)
  }
}
