import { beforeAll, expect, it } from 'vitest'
import { operations } from '../../../src/issuer/operations.ts'
import { oneOrAllEngines } from '../../engines.ts'
import { onEachApp, type RunningApp } from '../../harness.ts'
import { acceptance, appointment, findCode, newEmail, proveAddress, setRecovery } from '../../issuer/calls.ts'
import { answerToken, askToken, newApplication, newParty, newPerson, register } from '../../issuer/party.ts'
import { answerTo, create, newScene } from '../../issuer/scene.ts'
import { failStatements, type StatementFaults } from '../statements.ts'
import { type Ask, ask, survey } from '../survey.ts'

type Name = keyof typeof operations

/** A request of each operation that succeeds. */
const requests: Readonly<Record<Name, (running: RunningApp) => Promise<Ask>>> = {
  async registerKey(running) {
    const person = newParty(running)
    return signed(running, 'POST', '/key', person.token({}, { jwk: person.signer.jwk }))
  },
  getKey: async (running) => plain(running, 'GET', `/key/${(await newPerson(running)).fingerprint}`),
  headKey: async (running) => plain(running, 'HEAD', `/key/${(await newPerson(running)).fingerprint}`),
  reportLostDevice: async (running) => plain(running, 'DELETE', `/key?email=${newEmail()}`),
  async attachClaims(running) {
    const person = await newPerson(running)
    const claim = await proveAddress(running, person, { email: newEmail() })
    return signed(running, 'POST', `/key/${person.fingerprint}`, person.token({ claims: [claim] }))
  },
  async updateKey(running) {
    const person = await newPerson(running)
    return signed(running, 'PUT', `/key/${person.fingerprint}`, person.token({ name: 'New' }))
  },
  async revokeKey(running) {
    const person = newParty(running)
    const secret = await register(running, person)
    return plain(running, 'DELETE', `/key/${person.fingerprint}?secret=${secret}`)
  },
  async login(running) {
    const scene = await newScene(running, { scope: 'name~r' })
    const token = answerTo(running, scene, { status: undefined, claims: { name: 'Ada' } })
    return signed(running, 'POST', '/login', token)
  },
  async createScopeJob(running) {
    const [app, person] = [await newApplication(running), await newPerson(running)]
    return signed(running, 'POST', '/scope', askToken(app, { sub: person.fingerprint, scope: 'name' }))
  },
  getScopeJob: async (running) => plain(running, 'GET', `/scope/${await newJob(running)}`),
  headScopeJob: async (running) => plain(running, 'HEAD', `/scope/${await newJob(running)}`),
  async confirmScopeJob(running) {
    const [person, email] = [await newPerson(running), newEmail()]
    const { job } = await create(running, person.token({ scope: 'email', email }))
    return plain(running, 'POST', `/scope/${job}?code=${await findCode(running, email)}`)
  },
  async answerScopeJob(running) {
    const [app, person] = [await newApplication(running), await newPerson(running)]
    const { job, number } = await create(running, askToken(app, { sub: person.fingerprint, scope: 'name' }))
    const members = { job, status: 'completed', number, claims: { name: 'Ada' } }
    return signed(running, 'PUT', `/scope/${job}`, answerToken(running, person, app, members))
  },
  cancelScopeJob: async (running) => plain(running, 'DELETE', `/scope/${await newJob(running)}`),
  streamScopeJob: async (running) => plain(running, 'GET', `/scope/${await newJob(running)}/events`),
  getScopeQr: async (running) =>
    plain(running, 'GET', `/scope/${(await newScene(running)).created.ticket}/qr`),
  async listInbox(running) {
    const person = await newPerson(running)
    const authorization = `JWT ${person.token({ purpose: 'inbox', jti: undefined })}`
    return plain(running, 'GET', `/key/${person.fingerprint}/jobs`, { authorization })
  },
  async changeBlocks(running) {
    const [app, person] = [await newApplication(running), await newPerson(running)]
    const token = person.token({ block: app.fingerprint })
    return signed(running, 'POST', `/key/${person.fingerprint}/blocks`, token)
  },
  async setRecoveryKey(running) {
    const person = await newPerson(running)
    const token = person.token({ recovery: appointment(newParty(running), person.fingerprint) })
    return signed(running, 'PUT', `/key/${person.fingerprint}/recovery`, token)
  },
  async recoverKey(running) {
    const [person, recovery, next] = [await newPerson(running), newParty(running), newParty(running)]
    await setRecovery(running, person, recovery)
    const token = recovery.token({ rotate: acceptance(next, person.fingerprint) })
    return signed(running, 'POST', `/key/${person.fingerprint}/recovery`, token)
  },
  getMetadata: async (running) => plain(running, 'GET', '/.well-known/issuer'),
  getTestJwks: async (running) => plain(running, 'GET', '/test/.well-known/jwks.json'),
  getJwks: async (running) => plain(running, 'GET', '/.well-known/jwks.json'),
}

async function newJob(running: RunningApp): Promise<string> {
  return (await newScene(running)).created.job
}

function plain({ url }: RunningApp, method: string, path: string, headers = {}): Ask {
  return () => ask(`${url}/issuer${path}`, { method, headers })
}

function signed({ url }: RunningApp, method: string, path: string, token: string): Ask {
  const headers = { 'content-type': 'application/jwt' }
  return () => ask(`${url}/issuer${path}`, { method, headers, body: token })
}

onEachApp(
  'the issuer while a statement fails',
  (running) => {
    let faults: StatementFaults
    beforeAll(() => {
      faults = failStatements(running())
    })

    it.each(Object.keys(operations) as Name[])('blames no caller: %s', async (name) => {
      const { answer } = await survey(faults, () => requests[name](running()))
      expect([answer.status, answer.text]).toEqual([
        expect.toSatisfy((status) => status < 400),
        expect.any(String),
      ])
    })

    it('is looked at statement by statement', async () => {
      const { statements } = await survey(faults, () => requests.createScopeJob(running()))
      expect(statements).toBeGreaterThan(5)
    })
  },
  { settings: { LANYARD_RATE: 'off' }, engines: oneOrAllEngines },
)
