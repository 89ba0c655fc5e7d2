import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServerProcess, startServer } from '../../child.ts'
import { onEachEngine } from '../../engines.ts'
import { expectRefused, lanyardHere, lanyardHereJson, lanyardJson } from './program.ts'

onEachEngine('lanyard signing-key', (place) => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await startServer(place())
  })
  afterAll(async () => {
    await server?.end('SIGTERM')
  })
  const published = async () => {
    const answer = await fetch(`${server.url}/issuer/.well-known/jwks.json`)
    return ((await answer.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
  }

  it('withdraws a key while the server runs: the next request no longer shows it', async () => {
    const [first = ''] = await published()
    const { kid } = await lanyardJson<{ kid: string }>(place(), ['signing-key', 'rotate'])
    expect(await published()).toEqual([kid, first])
    const retired = await lanyardJson(place(), ['signing-key', 'withdraw', first])
    expect(retired).toEqual({ kid: first, withdrawn: true, successor: null })
    expect(await published()).toEqual([kid])
    const active = await lanyardHereJson<{ successor: string }>(place(), ['signing-key', 'withdraw', kid])
    expect(await published()).toEqual([active.successor])
    const { keys } = await lanyardHereJson<{ keys: { kid: string; state: string }[] }>(place(), [
      'signing-key',
      'list',
    ])
    const states = keys.map((key) => [key.kid, key.state])
    expect(states).toEqual(
      expect.arrayContaining([
        [first, 'gone'],
        [kid, 'gone'],
        [active.successor, 'signs'],
      ]),
    )
  })

  it('tells a key that there is none of, and one that was withdrawn before', async () => {
    expectRefused(
      await lanyardHere(place(), ['signing-key', 'withdraw', 'A'.repeat(43)]),
      /no signing key has the id A+/,
    )
    const [kid = ''] = await published()
    await lanyardHere(place(), ['signing-key', 'withdraw', kid])
    expect((await lanyardHere(place(), ['signing-key', 'withdraw', kid])).stdout).toBe(
      `${kid} was withdrawn before.\n`,
    )
  })
})
