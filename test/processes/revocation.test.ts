import { expect, it } from 'vitest'
import { lanyardJson } from '../app/commands/program.ts'
import { startServer } from '../child.ts'
import { onEachEngine } from '../engines.ts'

type Key = { id: string; key: string }

onEachEngine('an API key that a command revokes beside two processes', (place) => {
  it('is refused on the next request of each', async () => {
    // SQLite is served by two processes of one server; on PostgreSQL two servers are two machines.
    const isFile = place().engine === 'sqlite'
    const settings = { LANYARD_PROCESSES: isFile ? '2' : '1' }
    const servers = [await startServer(place(), { settings })]
    if (!isFile) servers.push(await startServer(place(), { settings }))
    const create = (service: string) =>
      lanyardJson<Key>(place(), ['key', 'create', '--service', service, '--name', 'x'])
    const paths = {
      twofactor: ['x-twofactor-api-key', '/twofactor/protected/json/app/details'],
      events: ['x-api-key', '/registration/api/v1/events'],
    } as const
    for (const service of ['twofactor', 'events'] as const) {
      const { id, key } = await create(service)
      const [header, path] = paths[service]
      // Each on a connection of its own, so that both processes of one server answer some.
      const ask = () =>
        Promise.all(
          Array.from({ length: 16 }, async (_, n) => {
            const url = servers[n % servers.length]?.url
            const headers = { [header]: key, connection: 'close' }
            return (await fetch(`${url}${path}`, { headers })).status
          }),
        )
      expect(new Set(await ask())).toEqual(new Set([200]))
      await lanyardJson(place(), ['key', 'revoke', id])
      expect(new Set(await ask())).toEqual(new Set([401]))
    }
    for (const server of servers) expect((await server.end('SIGTERM')).code).toBe(0)
  })
})
