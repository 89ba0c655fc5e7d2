import { createHttpClient } from './http-client.ts'
import type { Entry, Ledger } from './ledger.ts'

export type Load = {
  /** Waits until so many writes were acknowledged since the start. */
  acknowledged(count: number): Promise<void>
  /** Takes no new work and waits for what is under way; gives what this load sent. */
  stop(): Promise<Entry[]>
}

export type LoadOptions = {
  connections?: number
  /** Goes on after a refusal or a lost connection; otherwise that connection's work is over. */
  persistent?: boolean
}

/** Registers one new key after another on every connection. Several servers share the connections. */
export function startLoad(ledger: Ledger, urls: string | readonly string[], options: LoadOptions = {}): Load {
  const { connections = 32, persistent = false } = options
  const client = createHttpClient(connections)
  const sent: Entry[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  let acknowledged = 0
  let stopping = false

  function count(): void {
    acknowledged += 1
    for (const waiter of waiting) if (acknowledged >= waiter.count) waiter.resolve()
  }

  async function work(url: string): Promise<void> {
    while (!stopping) {
      const entry = ledger.next()
      sent.push(entry)
      const reply = await ledger.send(client, url, entry)
      if (reply?.status === 201) count()
      else if (!persistent) return
      else await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  const addresses = [urls].flat()
  const working = Promise.all(
    Array.from({ length: connections }, (_, n) => work(addresses[n % addresses.length] ?? '')),
  )
  return {
    acknowledged: (wanted) =>
      new Promise((resolve, reject) => {
        waiting.push({ count: wanted, resolve })
        working.then(() => reject(new Error('the load ended before')), reject)
        if (acknowledged >= wanted) resolve()
      }),
    async stop() {
      stopping = true
      await working
      client.close()
      return sent
    },
  }
}
