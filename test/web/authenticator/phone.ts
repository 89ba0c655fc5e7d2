import { vi } from 'vitest'

type Stored = { readonly id: string }
type Range = { readonly lower: string; readonly upper: string }

/** Answers later, as a browser does. */
function later<T>(result: T) {
  const request: { result: T; onsuccess?: () => void } = { result }
  queueMicrotask(() => request.onsuccess?.())
  return request
}

/** As much of a browser's database as the app uses. */
function createDatabase() {
  const stores = new Map<string, Map<string, Stored>>()
  const storeOf = (name: string) => {
    const records = stores.get(name) ?? new Map<string, Stored>()
    stores.set(name, records)
    const within = (range: Range | undefined) =>
      [...records.values()].filter(
        ({ id }) => range === undefined || (id >= range.lower && id <= range.upper),
      )
    return {
      get: (id: string) => later(records.get(id)),
      getAll: (range?: Range) => later(within(range)),
      put: (record: Stored) => later(records.set(record.id, record)),
      delete(which: string | Range) {
        const gone = typeof which === 'string' ? [which] : within(which).map(({ id }) => id)
        for (const id of gone) records.delete(id)
      },
    }
  }
  const transaction = () => {
    const begun: { objectStore: typeof storeOf; oncomplete?: () => void } = { objectStore: storeOf }
    setTimeout(() => begun.oncomplete?.())
    return begun
  }
  return { transaction, recordsOf: (store: string) => [...(stores.get(store)?.values() ?? [])] }
}

export type Asked = { readonly method: string; readonly path: string; readonly body: string }
/** An answer of the server: `lost` if it does its work but its answer does not arrive. */
export type Answered = { readonly status?: number; readonly body?: unknown; readonly isLost?: boolean }

const services = { issuer: 'https://id.example/issuer', twofactor: 'https://id.example/twofactor' }

/** A phone without a screen: its database is in memory, and the test answers for the server. */
export function startPhone(serve: (asked: Asked) => Answered) {
  const database = createDatabase()
  vi.stubGlobal('location', new URL('https://id.example/authenticator'))
  vi.stubGlobal('navigator', { userAgent: 'Android' })
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage() {}
    },
  )
  vi.stubGlobal('indexedDB', { open: () => later(database) })
  vi.stubGlobal('IDBKeyRange', { bound: (lower: string, upper: string): Range => ({ lower, upper }) })
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(new URL(input instanceof Request ? input.url : input, location.href), init)
    const path = new URL(request.url).pathname
    if (path.endsWith('/services.json')) return Response.json(services)
    const {
      status = 200,
      body,
      isLost = false,
    } = serve({
      method: request.method,
      path,
      body: await request.text(),
    })
    if (isLost) throw new TypeError('Failed to fetch')
    return body === undefined ? new Response(null, { status }) : Response.json(body, { status })
  })
  return { recordsOf: database.recordsOf }
}
