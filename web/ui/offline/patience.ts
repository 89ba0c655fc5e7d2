import { reach } from './online.ts'

const ATTEMPTS = 4
const LONGEST_S = 5

/** `fetch` that reads again, as the server asks, where it is busy for a moment. A change is sent once: it may have been made. */
export const reachPatiently: typeof fetch = async (input, init) => {
  for (let attempt = 1; ; attempt++) {
    const response = await reach(input, init)
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    const isRead = init?.method === undefined || init.method === 'GET'
    if (response.status !== 503 || !isRead || attempt === ATTEMPTS || !(seconds <= LONGEST_S)) return response
    // Whoever was put off at the same moment does not come back at the same moment.
    await new Promise((resolve) => setTimeout(resolve, seconds * (1 + Math.random() / 2) * 1_000))
  }
}
