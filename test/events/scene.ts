import { importEvent } from '../../src/events/import/import-event.ts'
import { createApiKey } from '../../src/platform/accounts/api-keys.ts'
import { getOrCreateOrganisation } from '../../src/platform/accounts/organisations.ts'
import type { RunningApp } from '../harness.ts'
import { exchange } from '../http-client.ts'

export type Json = Record<string, unknown>
export type Answer<B = Json> = { status: number; headers: Headers; body: B; text: string }

type CallOptions = { body?: unknown; headers?: Readonly<Record<string, string>> }

/** Somebody with a key of an organisation. */
export type Organiser = {
  readonly key: string
  readonly organisation: string
  readonly organisationId: string
  /** `GET /registration/api/v1/events` or `GET /eventdata/events`. */
  call<B = Json>(method: string, path: string, options?: CallOptions): Promise<Answer<B>>
}

let organisations = 0

/** A new organisation with a key; the scopes left out are all. */
export async function createOrganiser(
  running: RunningApp,
  {
    organisation = `Organisation ${++organisations}`,
    scopes,
  }: { organisation?: string; scopes?: string[] } = {},
): Promise<Organiser> {
  const { context } = running.app
  const { key } = await createApiKey(context, {
    service: 'events',
    name: 'test',
    organisation,
    ...(scopes === undefined ? {} : { scopes }),
  })
  const { id } = await context.database.write((tx) => getOrCreateOrganisation(tx, context, organisation))
  return {
    key: key.reveal(),
    organisation,
    organisationId: id,
    call: (method, path, options) => call(running.url, key.reveal(), method, path, options),
  }
}

/** The same organiser at another server. */
export function organiserAt(organiser: Organiser, url: string): Organiser {
  return {
    ...organiser,
    call: (method, path, options) => call(url, organiser.key, method, path, options),
  }
}

async function call<B>(
  url: string,
  key: string,
  method: string,
  path: string,
  { body, headers = {} }: CallOptions = {},
): Promise<Answer<B>> {
  const answer = await exchange(url + path, {
    method,
    headers: {
      'x-api-key': key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  })
  const isJson = /[/+]json\b/.test(answer.headers.get('content-type') ?? '')
  return { ...answer, body: (isJson ? JSON.parse(answer.text) : {}) as B }
}

let people = 0

/** Somebody who has not registered yet. */
export function newPerson(): { firstName: string; lastName: string; email: string } {
  const number = ++people
  return { firstName: 'Grace', lastName: `Example ${number}`, email: `grace.${number}@example.org` }
}

let codes = 0

/** An event that is open, with whatever the test changes: the parts of an import document. */
export async function createEvent(
  running: RunningApp,
  organiser: Organiser,
  parts: { event?: Json } & Json = {},
): Promise<{ id: string; code: string }> {
  const { context } = running.app
  const document = { ...parts, event: { ...openEvent(), ...parts.event } }
  return context.database.write((tx) =>
    importEvent(tx, context, { organisationId: organiser.organisationId, document }),
  )
}

function openEvent(): Json {
  return {
    code: `EVENT-${++codes}`,
    title: 'Keys and Badges',
    format: 'in-person',
    status: 'published',
    start: '2031-05-06T09:00:00+02:00',
    end: '2031-05-07T18:00:00+02:00',
    timezone: 'Europe/Berlin',
  }
}
