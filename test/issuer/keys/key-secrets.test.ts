import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readOutbox } from '../../../src/platform/delivery/outbox-channel.ts'
import { onEachApp, type RunningApp } from '../../harness.ts'
import { attach, call, newEmail, newPhone, proveAddress, rotate, SENT_WITHIN_MS } from '../calls.ts'
import { dumpTables } from '../dump.ts'
import { answerToken, askToken, newApplication, newParty, type Party, register } from '../party.ts'

/** What must be nowhere but where it is meant to go. */
type Canaries = { texts: string[]; codes: string[] }

const subscription = {
  endpoint: 'https://fcm.googleapis.com/endpoint-canary',
  keys: { p256dh: 'B'.repeat(87), auth: 'auth-canary-0123456789' },
}

onEachApp('the secrets of keys', (running) => {
  const send = async (canaries: Canaries, method: string, path: string, token: string) => {
    canaries.texts.push(token, ...token.split('.').slice(1))
    const answer = await call(running(), method, path, { token, headers: { accept: 'application/json' } })
    expect([answer.status, answer.text]).toEqual([expect.toBeOneOf([200, 201]), expect.any(String)])
    return answer
  }

  async function codesSent(to: string): Promise<string[]> {
    await running().app.background.drain()
    const messages = await readOutbox(`${running().dataFolder}/outbox.jsonl`, { to })
    return messages.map(({ text }) => /\d{6}/.exec(text)?.[0] ?? '')
  }

  /** A key with everything that it can have. */
  async function liveThrough(
    canaries: Canaries,
  ): Promise<{ person: Party; email: string; phone: string; secret: string }> {
    const [old, person, email, phone] = [newParty(running()), newParty(running()), newEmail(), newPhone()]
    canaries.texts.push(email, email.toUpperCase(), phone, phone.slice(1), phone.slice(3))
    canaries.texts.push(
      await register(running(), old, { name: 'Name-Marker', devtoken: 'devtoken-canary-1' }),
    )
    const claims = [
      await proveAddress(running(), old, { email }),
      await proveAddress(running(), old, { phone }),
    ]
    canaries.texts.push(...claims)
    expect((await attach(running(), old, claims)).status).toBe(200)
    canaries.codes.push(...(await codesSent(email)), ...(await codesSent(phone)))
    await send(canaries, 'PUT', `/key/${old.fingerprint}`, old.token({ devtoken: subscription }))
    const rotated = await rotate(running(), old, person)
    expect(rotated.status).toBe(200)
    canaries.texts.push(String(rotated.body.secret))
    await signIn(canaries, person, claims)
    return { person, email, phone, secret: String(rotated.body.secret) }
  }

  async function signIn(canaries: Canaries, person: Party, claims: readonly string[]): Promise<void> {
    const app = await newApplication(running())
    const token = askToken(app, { sub: person.fingerprint, scope: 'phone_hint~r email' })
    const { job, number } = (await send(canaries, 'POST', '/scope', token)).body as Record<string, string>
    const answer = { job, number, claims: { phone_hint: 'claim-value-canary' } }
    const login = await send(canaries, 'POST', '/login', answerToken(running(), person, app, answer))
    canaries.texts.push(String(login.body.token))
    const result = await call(running(), 'GET', `/scope/${job}`)
    canaries.texts.push(String(result.body.token), String(result.body.receipt), ...claims)
    await send(
      canaries,
      'POST',
      `/key/${person.fingerprint}/blocks`,
      person.token({ block: app.fingerprint }),
    )
  }

  /** Gives what the database holds while the code is on its way. */
  async function loseDevice(canaries: Canaries, given: { email: string; phone: string }): Promise<string> {
    const stranger = { email: newEmail(), phone: newPhone() }
    canaries.texts.push(stranger.email, stranger.phone)
    for (const query of [given, stranger])
      expect((await call(running(), 'DELETE', '/key', { query })).body).toEqual({ status: 'pending' })
    const dump = await dumpTables(running().app.context.database)
    running().clock.advance(SENT_WITHIN_MS)
    canaries.codes.push((await codesSent(given.email)).at(-1) ?? '')
    return dump
  }

  function expectNone({ texts, codes }: Canaries, text: string): void {
    const spellings = texts.flatMap(spellingsOf)
    expect(spellings.filter((spelling) => text.includes(spelling))).toEqual([])
    expect(text).not.toContain('canary')
    const alone = codes.map((code) => new RegExp(`(?<![\\w-])${code}(?![\\w-])`))
    expect(alone.filter((pattern) => pattern.test(text))).toEqual([])
  }

  it('are nowhere in the database, on its disk or in the log', async () => {
    const canaries: Canaries = { texts: [], codes: [] }
    const { database } = running().app.context
    const { person, email, phone, secret } = await liveThrough(canaries)
    const midway = await loseDevice(canaries, { email, phone })
    expectNone(canaries, midway)
    const code = canaries.codes.at(-1) ?? ''
    await call(running(), 'DELETE', '/key', {
      query: { email, phone, code: code === '000000' ? '000001' : '000000' },
    })
    const path = `/key/${person.fingerprint}`
    await call(running(), 'DELETE', path, { query: { secret: `${secret}-wrong` } })
    expect((await call(running(), 'DELETE', '/key', { query: { email, phone, code } })).body).toEqual({
      status: 'done',
    })
    expect(
      (await call(running(), 'DELETE', path, { headers: { 'x-revocation-secret': secret } })).status,
    ).toBe(200)
    await running().app.background.drain()
    const dump = await dumpTables(database)
    expect(canaries.codes).toHaveLength(3)
    for (const there of ['Name-Marker', person.fingerprint, 'issuer_spent_tokens'])
      expect(dump).toContain(there)
    expectNone(canaries, dump)
    expectNone(canaries, running().logLines.join(''))
    for (const file of filesOf(running())) expectNone({ ...canaries, codes: [] }, file)
  })

  it('would be found: the control', async () => {
    const [email, marker] = [newEmail(), 'Other-Marker']
    await register(running(), newParty(running()), { name: `${marker} ${email}` })
    const dump = await dumpTables(running().app.context.database)
    expect(dump).toContain(marker)
    expect(() => expectNone({ texts: [email], codes: [] }, dump)).toThrow()
    expect(() => expectNone({ texts: [], codes: ['123456'] }, '{"code":"123456"}')).toThrow()
  })
})

/** As it is, encoded, and hashed without a key. */
function spellingsOf(text: string): string[] {
  const bytes = Buffer.from(text)
  const hash = createHash('sha256').update(text).digest()
  return [bytes, hash]
    .flatMap((one) => [one.toString('hex'), trimmed(one, 'base64'), trimmed(one, 'base64url')])
    .concat(text)
}

/** Without the characters that depend on what follows. */
function trimmed(bytes: Buffer, encoding: 'base64' | 'base64url'): string {
  return bytes
    .toString(encoding)
    .replaceAll('=', '')
    .slice(0, Math.floor((bytes.length * 8) / 6))
}

/** What lies in the data folder, but for the outbox and the root key. */
function filesOf({ dataFolder }: RunningApp): string[] {
  return readdirSync(dataFolder)
    .filter((name) => name.startsWith('lanyard.sqlite'))
    .map((name) => readFileSync(join(dataFolder, name), 'latin1'))
}
