import { expect, it } from 'vitest'
import { createApiKey, lanyardHere } from '../app/commands/program.ts'
import { runCommand, type ServerProcess, startServer } from '../child.ts'
import { onEachEngine } from '../engines.ts'
import { keepScore } from '../score.ts'
import { createDice, scaled } from '../seed.ts'
import { newPhone } from '../twofactor/client.ts'
import { countFailures, totp, wrongToken } from '../twofactor/tokens.ts'
import { enrolPerson, patientClient, serialOf, verifyAt } from './twofactor-peer.ts'

const GUESSES = scaled(300, 1_000_000)
const USERS = scaled(8, 200)
const SESSIONS = scaled(40, 200)
const KILLS = scaled(1, 20)
const CODE_GUESSES = scaled(100, 100_000)
const NUMBERS = scaled(5, 100)
const alone = { LANYARD_SERVICES: 'twofactor' }
const settings = { ...alone, LANYARD_PROCESSES: String(scaled(2, 4)) }

onEachEngine('a guesser', (place) => {
  const score = keepScore(() => `guesses on ${place().engine}`)
  const dice = createDice('guesses of processes')

  it('finds the count where it was, after a kill -9 right behind a failure', async () => {
    let server: ServerProcess = await startServer(place(), { settings: alone })
    const key = await createApiKey(place(), 'twofactor')
    const person = await enrolPerson(patientClient(server.url, key))
    let failures = 0
    for (let kill = 0; kill < KILLS; kill++) {
      for (let n = 0; n < 3 && failures < 10; n++) {
        const answer = await verifyAt(server.url, key, { id: person.id, token: 'wrong' })
        expect(answer.status).toBe(401)
        failures++
      }
      await server.end('SIGKILL')
      score.add('kills', 1)
      server = await startServer(place(), { settings: alone })
      const database = await place().open()
      expect(await countFailures(database, person.id)).toBe(failures)
      await database.close()
    }
    while (failures < 10) {
      expect((await verifyAt(server.url, key, { id: person.id, token: 'wrong' })).status).toBe(401)
      failures++
    }
    await server.end('SIGKILL')
    server = await startServer(place(), { settings: alone })
    const token = totp(person.seed, Date.now())
    expect((await verifyAt(server.url, key, { id: person.id, token })).status).toBe(429)

    const serial = await serialOf(server.url, key)
    const unlock = ['twofactor', 'unlock', String(serial), String(person.id), '--json']
    const { code, output } = await runCommand(place(), unlock)
    expect([code, JSON.parse(output)]).toEqual([
      0,
      { app_id: serial, twofactor_id: person.id, outcome: 'unlocked' },
    ])
    expect((await verifyAt(server.url, key, { id: person.id, token })).status).toBe(200)
    expect((await lanyardHere(place(), unlock)).stdout).toContain('not-locked')
    for (const [wrong, words] of [
      [['twofactor', 'unlock', '1', String(person.id)], 'no two-factor application has this number'],
      [['twofactor', 'unlock', String(serial), '1'], 'has no such user'],
      [['twofactor', 'unlock', String(serial), '1e3'], 'has no such user'],
    ] as const) {
      const refused = await lanyardHere(place(), wrong)
      expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining(words)])
    }
    expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
  }, 600_000)

  // Tokens and codes are guessed at the same servers: to start several processes costs more than all guesses.
  it(
    `is judged no more often than is allowed, over ${GUESSES} tokens and ${CODE_GUESSES} codes in ${SESSIONS} sessions, several processes and restarts`,
    async () => {
      let server = await startServer(place(), { settings })
      const key = await createApiKey(place(), 'twofactor')
      const tokens = await prepareTokens(() => server.url, key)
      const codes = await prepareCodes(() => server.url, key)
      const startedAt = Date.now()

      await inSessions(tokens.guess, GUESSES / 2)
      await inSessions(codes.guess, NUMBERS)
      expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
      server = await startServer(place(), { settings })
      await inSessions(codes.guess, CODE_GUESSES / 2 - NUMBERS)
      await inSessions(tokens.guess, GUESSES / 2)
      const allowed = allowedIn(Date.now() - startedAt)
      expect(await server.end('SIGKILL')).toBeDefined()
      server = await startServer(place(), { settings })
      await inSessions(codes.guess, CODE_GUESSES / 2)

      const database = await place().open()
      for (const [id, count] of tokens.judged) {
        expect(count).toBeLessThanOrEqual(allowed)
        expect(await countFailures(database, id)).toBe(count)
      }
      await database.close()
      expect(tokens.judged.size).toBe(USERS)
      expect([...codes.judged.values()]).toEqual(Array.from({ length: NUMBERS }, () => 5))
      score.add('guesses', GUESSES)
      score.add(
        'judged',
        [...tokens.judged.values()].reduce((sum, count) => sum + count, 0),
      )
      score.add('allowed', allowed * USERS)
      score.add('codes guessed', CODE_GUESSES)
      expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
    },
    300_000 + (GUESSES + CODE_GUESSES) * 10,
  )

  /** So many guesses in all. */
  async function inSessions(guess: () => Promise<void>, count: number): Promise<void> {
    let left = count
    const session = async () => {
      while (left-- > 0) await guess()
    }
    await Promise.all(Array.from({ length: SESSIONS }, session))
  }

  /** Users, and a guess at the token of one of them. */
  async function prepareTokens(url: () => string, key: string) {
    const people = await Promise.all(
      Array.from({ length: USERS }, () => enrolPerson(patientClient(url(), key))),
    )
    const judged = new Map<number, number>()
    const guess = async () => {
      const { id, seed } = people[dice.between(0, people.length)] as (typeof people)[number]
      const token = dice.chance(0.9) ? wrongToken(seed, Date.now()) : 'x'
      const answer = await verifyAt(url(), key, {
        id,
        token,
        headers: {
          'x-forwarded-for': `${dice.between(1, 224)}.${dice.between(0, 256)}.1.1`,
          'user-agent': `guess ${dice.between(0, 1e9)}`,
          ...(dice.chance(0.05) ? { connection: 'close' } : {}),
        },
        query: { action: `a${dice.between(0, 5)}`, force: 'true', session: String(dice.between(0, 1e9)) },
      })
      expect([401, 429]).toContain(answer.status)
      if (answer.status === 401) judged.set(id, (judged.get(id) ?? 0) + 1)
    }
    return { judged, guess }
  }

  /** Phone verifications, and a guess at the code of the next of them. */
  async function prepareCodes(url: () => string, key: string) {
    const phones = Array.from({ length: NUMBERS }, newPhone)
    for (const { number, country } of phones) {
      const form = { phone_number: number, country_code: country, via: 'sms' }
      const start = '/protected/json/phones/verification/start'
      expect((await patientClient(url(), key).post(start, { form })).status).toBe(200)
    }
    const judged = new Map<string, number>()
    let turn = 0
    const guess = async () => {
      const { number, country } = phones[turn++ % NUMBERS] as (typeof phones)[number]
      // Codes have six digits: none of seven is right.
      const code = dice.chance(0.9) ? String(dice.between(1e6, 1e7)) : 'x'
      const answer = await patientClient(url(), key).get('/protected/json/phones/verification/check', {
        query: { phone_number: number, country_code: country, verification_code: code },
        headers: { 'x-forwarded-for': `${dice.between(1, 224)}.${dice.between(0, 256)}.2.2` },
      })
      // The last is for a machine that needs more than the ten minutes of a code.
      expect(['60022', '60003', '60023']).toContain(answer.body.error_code)
      if (answer.status === 401) judged.set(number, (judged.get(number) ?? 0) + 1)
    }
    return { judged, guess }
  }
})

/** Ten, and one more at the end of each lock: half a minute, doubling to an hour. */
function allowedIn(elapsedMs: number): number {
  let [allowed, at] = [10, 0]
  for (let wait = 30_000; at + wait <= elapsedMs; wait = Math.min(2 * wait, 3_600_000)) {
    at += wait
    allowed++
  }
  return allowed
}
