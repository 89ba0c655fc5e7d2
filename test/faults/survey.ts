import { expect } from 'vitest'
import { createDice, isLong } from '../seed.ts'
import { type Failure, failures, type StatementFaults } from './statements.ts'

/** One that is cut ends before its end, as every client can see. */
export type Answer = {
  readonly status: number
  readonly type: string
  readonly text: string
  readonly isCut?: boolean
}
export type Ask = () => Promise<Answer>

/** A statement whose failure is no reason to fail the request. */
export type Beside = { readonly statement: RegExp; readonly why: string }

const besideEveryAnswer: readonly Beside[] = [
  { statement: /^update "api_keys" set "last_used_at"/, why: 'the use of a key is noted beside the request' },
  {
    statement: /^delete from "audit_intents"/,
    why: 'a change that is done is entered in the audit trail later, where that fails now',
  },
]

/** More than any operation runs: a request that never ends its statements is a fault of the survey. */
const MOST_STATEMENTS = 400

const first = createDice('survey').between(0, failures.length)

/** A statement fails in one way, the next in the other; which begins is the seed's. The long run has both. */
function inTurn(n: number): readonly Failure[] {
  const at = (n + first) % failures.length
  return isLong ? failures : failures.slice(at, at + 1)
}

/**
 * Sends a request again and again, while one statement after the other fails; another one is made where it got through.
 * Whatever fails, the answer is a 5xx: neither a refusal, which blames the caller, nor a success. Gives the answer without any failure, and the statements.
 */
export async function survey(
  faults: StatementFaults,
  make: () => Promise<Ask>,
  beside: readonly Beside[] = [],
  failuresAt: (n: number) => readonly Failure[] = inTurn,
): Promise<{ answer: Answer; statements: number }> {
  let request = await make()
  for (let n = 1; n <= MOST_STATEMENTS; n++) {
    for (const failure of failuresAt(n)) {
      const { answer, failed } = await faults.failAt(n, failure, request)
      if (failed === undefined) return { answer, statements: n - 1 }
      if ([...besideEveryAnswer, ...beside].some(({ statement }) => statement.test(failed))) {
        request = await make()
        continue
      }
      // The headers of a stream have left before it reads: it ends, and the client connects again.
      if (answer.type.startsWith('text/event-stream') || answer.isCut) continue
      const told = [failure, failed, answer.status, answer.text.slice(0, 300)]
      expect(told).toEqual([failure, failed, failure === 'away' ? 503 : 500, expect.any(String)])
    }
  }
  throw new Error('the request has no end')
}

type Sending = { method: string; headers?: Readonly<Record<string, string>>; body?: string | undefined }

export async function ask(url: string, { method, headers = {}, body }: Sending): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(30_000),
  })
  const type = answer.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) {
    await answer.body?.cancel()
    return { status: answer.status, type, text: '' }
  }
  const text = await answer.text().catch(() => undefined)
  return { status: answer.status, type, text: text ?? '', isCut: text === undefined }
}
