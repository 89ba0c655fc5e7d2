import { beforeEach, expect, it, vi } from 'vitest'
import { Refusal } from '../../../src/client/client.ts'
import { follow } from '../../../web/authenticator/live/follow.ts'

/** The page, as far as it matters here. */
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const show = (state: 'visible' | 'hidden') => {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}

/** It comes back whenever somebody waits for it: nobody has to sit a pause out. */
const network = new EventTarget()

beforeEach(() => {
  page.visibilityState = 'visible'
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network))
})

let held = 0
const locks = {
  request: async (
    _name: string,
    _options: object,
    use: (lock: object | null) => Promise<void> | undefined,
  ) => {
    if (held >= 3) return use(null)
    held++
    await use({})
    held--
  },
}
vi.stubGlobal('navigator', { locks })

/** A service whose connections the test opens and breaks. */
function newService() {
  const seen: string[] = []
  const opened: { say(item: string): void; fail(error: unknown): void; signal: AbortSignal }[] = []
  const controller = new AbortController()
  async function* stream(signal: AbortSignal) {
    const items: (string | { error: unknown })[] = []
    let wake = () => {}
    const add = (item: string | { error: unknown }) => {
      items.push(item)
      wake()
    }
    signal.addEventListener('abort', () => add({ error: signal.reason }))
    opened.push({ say: add, fail: (error) => add({ error }), signal })
    for (;;) {
      for (const item of items.splice(0)) {
        if (typeof item !== 'string') throw item.error
        yield item
      }
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  const done = follow(
    {
      stream,
      list: async () => 'listed',
      onItem: (item: string) => seen.push(item),
      onConnection: (connection) => seen.push(`(${connection})`),
    },
    controller.signal,
  )
  const connection = (count: number) =>
    vi.waitFor(() => {
      network.dispatchEvent(new Event('online'))
      const found = opened[count - 1]
      if (found === undefined) throw new Error('there is no connection yet')
      return found
    })
  return { seen, opened, connection, stop: () => controller.abort(), done }
}

it('tells what comes, says when the connection is lost, and makes it again', async () => {
  const service = newService()
  const first = await service.connection(1)
  first.say('a')
  first.fail(new TypeError('network'))
  const second = await service.connection(2)
  second.say('b')
  await vi.waitFor(() => expect(service.seen).toEqual(['(live)', 'a', '(lost)', '(live)', 'b']))
  service.stop()
  await service.done
  expect(service.opened).toHaveLength(2)
})

it('gives up where the key is revoked, and nowhere else', async () => {
  const service = newService()
  for (const [at, status] of [404, 401, 410].entries())
    (await service.connection(at + 1)).fail(new Refusal(status, new Headers(), undefined))
  await service.done
  expect(service.seen).toEqual(['(lost)', '(refused)', '(revoked)'])
})

it('says that the key has moved where another one took over', async () => {
  const service = newService()
  const body = { title: 'revoked-key', successor: 'k'.repeat(43) }
  ;(await service.connection(1)).fail(new Refusal(410, new Headers(), body))
  await service.done
  expect(service.seen).toEqual(['(moved)'])
})

it('lets go of the connection while nobody looks, without calling it lost', async () => {
  const service = newService()
  const first = await service.connection(1)
  show('hidden')
  await vi.waitFor(() => expect([first.signal.aborted, held]).toEqual([true, 0]))
  expect(service.opened).toHaveLength(1)
  show('visible')
  ;(await service.connection(2)).say('a')
  await vi.waitFor(() => expect(service.seen).toEqual(['(live)', 'a']))
  service.stop()
  await service.done
})

it('asks again and again where all streams are taken', async () => {
  const taken = [newService(), newService(), newService()]
  for (const service of taken) await service.connection(1)
  const fourth = newService()
  await vi.waitFor(() => expect(fourth.seen).toEqual(['(live)', 'listed']))
  expect(fourth.opened).toHaveLength(0)
  taken[0]?.stop()
  ;(await fourth.connection(1).catch(() => vi.waitFor(() => fourth.connection(1), { timeout: 6_000 }))).say(
    'a',
  )
  await vi.waitFor(() => expect(fourth.seen.at(-1)).toBe('a'))
  for (const service of [...taken, fourth]) {
    service.stop()
    await service.done
  }
})
