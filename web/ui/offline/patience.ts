import { reach } from './online.ts'

const ATTEMPTS = 4
const LONGEST_S = 5

/** `fetch` that retries reads when the server is busy. A change is sent once, because it may have been made. */
export const reachPatiently: typeof fetch = async (input, init) => {
  for (let attempt = 1; ; attempt++) {
    const response = await reach(input, init)
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    const isRead = init?.method === undefined || init.method === 'GET'
    if (response.status !== 503 || !isRead || attempt === ATTEMPTS || !(seconds <= LONGEST_S)) return response
    // A random delay, so that clients rejected at the same moment do not return at the same moment.
    await new Promise((resolve) => setTimeout(resolve, seconds * (1 + Math.random() / 2) * 1_000))
  }
}
