import { Refusal } from '../../src/client/client.ts'
import { connectConsole } from '../../src/client/console.ts'
import type { RunningApp } from '../harness.ts'

/** What a page of the console sends with every request. */
export const fromPage = { 'sec-fetch-site': 'same-origin' }

/** The console's own API, as a browser without a session, or with the one that the headers bring. */
export function consoleOf({ url }: Pick<RunningApp, 'url'>, headers: Readonly<Record<string, string>> = {}) {
  return connectConsole({ url: `${url}/console/api`, headers: { ...fromPage, ...headers } })
}

/** The status and the code of a refusal. */
export async function refusalOf(call: Promise<unknown>): Promise<[number, string]> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code = '' } = (error.body ?? {}) as { code?: string }
    return [error.status, code]
  }
  throw new Error('it was not refused')
}

/** The cookie that an answer set, as a browser sends it back. */
export function cookieOf(headers: Headers): string {
  return headers.get('set-cookie')?.split(';', 1)[0] ?? ''
}
