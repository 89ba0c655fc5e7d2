import { describe, expect, it } from 'vitest'
import { createApiKey } from '../app/commands/program.ts'
import { type ServerProcess, startServer } from '../child.ts'
import { temporaryPlace } from '../place.ts'
import { keepScore } from '../score.ts'
import { createDice, scaled } from '../seed.ts'
import { countFailures, totp, wrongToken } from '../twofactor/tokens.ts'
import { createMachines, startMachine, stopAll } from './machines.ts'
import { countAnswers, enrolPerson, patientClient, verifyAt } from './twofactor-peer.ts'

/** Of servers, or of processes of one. */
const SEVERAL = scaled(2, 4)
const ROUNDS = scaled(3, 50)

describe('two-factor in several servers on one PostgreSQL', () => {
  const score = keepScore(() => 'two-factor in several servers')

  it(
    `accepts one of 50 uses of a token, ${ROUNDS} times, and judges ten of 200 guesses`,
    async () => {
      const place = await temporaryPlace('postgres', 'migrated')
      const machines = createMachines(place.databaseUrl, SEVERAL, createDice('two-factor servers'))
      const servers: ServerProcess[] = await Promise.all(machines.map(startMachine))
      const [first] = machines
      if (first === undefined) throw new Error('there are machines')
      const key = await createApiKey(first.store, 'twofactor', { settings: first.settings })
      const urls = servers.map(({ url }) => url)
      const client = patientClient(urls[0] ?? '', key)
      const storm = (times: number, id: number, token: string) =>
        Promise.all(
          Array.from({ length: times }, (_, n) => verifyAt(urls[n % SEVERAL] ?? '', key, { id, token })),
        )
      for (let round = 0; round < ROUNDS; round++) {
        const { id, seed } = await enrolPerson(client)
        const answers = await storm(50, id, totp(seed, Date.now()))
        expect(countAnswers(answers)).toEqual({ '200': 1, '401 60019': 10, '429 60003': 39 })
        score.add('uses of one token', 50)
        score.add('accepted', 1)
      }
      const { id, seed } = await enrolPerson(client)
      const guess = wrongToken(seed, Date.now())
      expect(countAnswers(await storm(200, id, guess))).toEqual({ '401 60020': 10, '429 60003': 190 })
      const database = await place.open()
      expect(await countFailures(database, id)).toBe(10)
      await database.close()
      expect(await stopAll(servers)).toEqual(servers.map(() => 0))
    },
    180_000 + ROUNDS * 10_000,
  )

  it('accepts one of 50 uses in a server of several processes on SQLite', async () => {
    const place = await temporaryPlace('sqlite', 'migrated')
    const server = await startServer(place, { settings: { LANYARD_PROCESSES: String(SEVERAL) } })
    const key = await createApiKey(place, 'twofactor')
    const client = patientClient(server.url, key)
    for (let round = 0; round < ROUNDS; round++) {
      const { id, seed } = await enrolPerson(client)
      const token = totp(seed, Date.now())
      const answers = await Promise.all(
        Array.from({ length: 50 }, () =>
          verifyAt(server.url, key, { id, token, headers: { connection: 'close' } }),
        ),
      )
      expect(countAnswers(answers)).toEqual({ '200': 1, '401 60019': 10, '429 60003': 39 })
    }
    expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
  }, 300_000)
})
