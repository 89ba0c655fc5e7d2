import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../../../src/kernel/contract/operation.ts'
import { doors } from '../../console/doors.ts'
import { operatorOf } from '../../console.ts'
import { createPlace, type Place } from '../../engines.ts'
import { createOrganiser } from '../../events/scene.ts'
import { createWorld } from '../../events/world.ts'
import { type RunningApp, startApp } from '../../harness.ts'
import { newApplication } from '../../issuer/party.ts'
import { clientOf, newPhone } from '../../twofactor/client.ts'
import { askApproval, newUserWithDevice } from '../../twofactor/device.ts'
import { sampleOf } from '../sample.ts'
import { failStatements, type StatementFaults } from '../statements.ts'
import { ask, type Beside, survey } from '../survey.ts'

const nowhere = '00000000-0000-7000-8000-000000000000'

type Scene = { readonly headers: Record<string, string>; readonly known: Readonly<Record<string, unknown>> }

let names = 0

/** An operator of an organisation that has one of most things, and what requests name of them. */
async function newScene(running: RunningApp): Promise<Scene> {
  const organiser = await createOrganiser(running, { organisation: 'Default' })
  const { ids, marker } = await createWorld(running, organiser)
  const operator = await operatorOf(running)
  const headers = { ...operator.headers, 'content-type': 'application/json' }
  const post = async <B>(path: string, body: object): Promise<B> => {
    const url = `${running.url}/console/api${path}`
    const { status, text } = await ask(url, { method: 'POST', headers, body: JSON.stringify(body) })
    if (status >= 300) throw new Error(`${path}: ${text}`)
    return JSON.parse(text) as B
  }
  type Created = { application: { id: string }; secret: string }
  const { application, secret } = await post<Created>('/applications', { name: 'Shop', settings: {} })
  const client = clientOf(running.url, secret)
  const { id: number } = await newUserWithDevice(running, client)
  const { uuid: approvalId } = await askApproval(client, number)
  const { taskId } = await post<{ taskId: string }>('/audit/export', {})
  return {
    headers,
    known: {
      ...ids,
      applicationId: application.id,
      number,
      approvalId,
      taskId,
      organisationId: operator.organisationId,
      operatorId: operator.id,
      fingerprint: (await newApplication(running)).fingerprint,
      phone: newPhone().e164,
      email: `${marker}@operator.example`,
      channel: 'sms',
      token: '000000',
      search: String(number),
      sender: 'issuer',
      position: 1,
      url: 'https://example.org/hook',
      ids: [ids.registrationId],
      registrant: { firstName: 'A', lastName: 'B', email: `${marker}@new.example` },
      name: `Name ${++names}`,
      title: 'Matrix',
      code: marker.toUpperCase(),
      timezone: 'Europe/Berlin',
      start: '2031-05-06T14:00:00+02:00',
      end: '2031-05-06T15:00:00+02:00',
    },
  }
}

/** What is beside the answer of some rows alone. */
function besideOf(api: string, name: string): Beside[] {
  if (api === 'console-registration' || name.startsWith('bench'))
    return [{ statement: /^insert into "audit_entries"/, why: 'the intent is there: the entry follows' }]
  if (name === 'getSettings')
    return [{ statement: /^select/, why: 'the answer itself tells which of the looks around failed' }]
  return []
}

const rows = Object.entries(doors).flatMap(([api, ofApi]) =>
  Object.keys(ofApi).map((name) => [api, name] as const),
)

describe('the console while a statement fails', () => {
  let place: Place
  let running: RunningApp
  let faults: StatementFaults
  let shared: Scene
  const accepted = new Set<string>()
  beforeAll(async () => {
    place = await createPlace('sqlite', 'migrated')
    running = await startApp(place, { settings: { LANYARD_RATE: 'off' } })
    faults = failStatements(running)
    shared = await newScene(running)
  }, 60_000)
  afterAll(async () => {
    await running.app.stop()
    await place.remove()
  })

  function requestOf(basePath: string, operation: Operation, { headers, known }: Scene) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, param: string) =>
      encodeURIComponent(String(known[param] ?? nowhere)),
    )
    const query = new URLSearchParams(sampleOf(operation.query, known) as Record<string, string>).toString()
    const body = operation.body?.kind === 'json' ? sampleOf(operation.body.schema, known) : undefined
    return () =>
      ask(`${running.url}${basePath}${path}?${query}`, {
        method: operation.method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
      })
  }

  it.each(rows)('blames no operator: %s %s', async (apiName, name) => {
    const api = running.app.apis.find((each) => each.name === apiName)
    const operation = api?.operations[name]
    if (api === undefined || operation === undefined) throw new Error('the row is served')
    const scene = operation.method === 'GET' ? shared : await newScene(running)
    const request = requestOf(api.basePath, operation, scene)
    const { answer } = await survey(faults, async () => request, besideOf(apiName, name))
    expect(answer.status, answer.text).toBeLessThan(500)
    if (answer.status < 400) accepted.add(`${apiName} ${name}`)
  })

  it('was looked at behind the checks of most rows', () => {
    expect(accepted.size / rows.length).toBeGreaterThan(0.75)
  })
})
