import { Problem } from '../../kernel/contract/problem.ts'
import { problems } from '../base/problems.ts'

/** The response an application would get. */
export type Verdict = {
  status: number
  code: string | null
  message: string
  retryAfterSeconds: number | null
}

export function accepted(message: string): Verdict {
  return { status: 200, code: null, message, retryAfterSeconds: null }
}

/** Turns a refusal by the two-factor service into a result to show; any other error is thrown on. */
export async function judge<T>(ask: () => Promise<T>, onRefusal: (verdict: Verdict) => T): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof Problem) || !isOwn(error)) throw error
    return onRefusal(toVerdict(error))
  }
}

function isOwn({ code, title }: Problem): boolean {
  return Object.entries(problems).some(([name, row]) => name === code && row.title === title)
}

function toVerdict({ status, title, detail, headers, members }: Problem): Verdict {
  const wait = headers['retry-after']
  const errors = members.errors as Readonly<Record<string, string>> | undefined
  const faults = Object.entries(errors ?? {}).filter(([member]) => member !== 'message')
  const message = [detail, ...faults.map(([member, text]) => `${member} ${text}`)].join('; ')
  return { status, code: title, message, retryAfterSeconds: wait === undefined ? null : Number(wait) }
}
