import { readOutbox } from '../../src/platform/delivery/outbox-channel.ts'
import type { RunningApp } from '../harness.ts'
import { exchange } from '../http-client.ts'
import type { IssuerAnswer } from './device.ts'
import { answerToken, askToken, type IssuerPlace, newApplication, newPerson, type Party } from './party.ts'

export type CreatedJob = {
  job: string
  status: string
  expires_at: string
  interval: number
  number: string
  ticket: string
  link: string
  qr: string
  code?: string
}

export type Sent = {
  body?: string | object
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
}

/** A body that is a text is a token, any other is JSON. */
export async function send(
  { url }: Pick<RunningApp, 'url'>,
  method: string,
  path: string,
  { body, headers = {}, signal }: Sent = {},
): Promise<IssuerAnswer> {
  const type = { 'content-type': typeof body === 'string' ? 'application/jwt' : 'application/json' }
  const answer = await exchange(`${url}/issuer${path}`, {
    method,
    headers: { ...(body === undefined ? {} : type), ...headers },
    body: typeof body === 'object' ? JSON.stringify(body) : body,
    signal,
  })
  const isJson = answer.text !== '' && answer.headers.get('content-type')?.includes('json')
  return { ...answer, body: isJson ? JSON.parse(answer.text) : {} }
}

/** POST /scope, which must succeed. */
export async function create(place: IssuerPlace, body: string | object, query = ''): Promise<CreatedJob> {
  const answer = await send(place, 'POST', `/scope${query}`, { body })
  if (answer.status !== 201) throw new Error(`no job: ${answer.status} ${answer.text}`)
  return answer.body as CreatedJob
}

export function read(
  place: IssuerPlace,
  identifier: string,
  headers: Sent['headers'] = {},
): Promise<IssuerAnswer> {
  return send(place, 'GET', `/scope/${identifier}`, { headers })
}

/** An application, a person, and a job of the one for the other. */
export type Scene = { app: Party; person: Party; created: CreatedJob }

export async function newScene(running: IssuerPlace, members: Record<string, unknown> = {}): Promise<Scene> {
  const [app, person] = [await newApplication(running), await newPerson(running)]
  return {
    app,
    person,
    created: await create(running, askToken(app, { sub: person.fingerprint, scope: 'name', ...members })),
  }
}

/** The device's word for a job of a scene; members that are given replace the usual ones. */
export function answerTo(
  place: IssuerPlace,
  { app, person, created }: { app?: Party; person: Party; created: Pick<CreatedJob, 'ticket' | 'number'> },
  members: Record<string, unknown> = {},
): string {
  const usual = { job: created.ticket, status: 'completed', number: created.number }
  return answerToken(place, person, app, { ...usual, ...members })
}

export function put(place: IssuerPlace, identifier: string, token: string): Promise<IssuerAnswer> {
  return send(place, 'PUT', `/scope/${identifier}`, { body: token })
}

/** A number that is not the job's. */
export function wrongNumber({ number }: Pick<CreatedJob, 'number'>): string {
  return String((Number(number) + 1) % 100).padStart(2, '0')
}

/** The code that went to an address last. */
export async function codeSentTo({ app, dataFolder }: RunningApp, to: string): Promise<string> {
  await app.background.drain()
  const messages = await readOutbox(`${dataFolder}/outbox.jsonl`, { to })
  const code = /^\d{6}/.exec(messages.at(-1)?.text ?? '')?.[0]
  if (code === undefined) throw new Error(`no code went to ${to}`)
  return code
}

/** The value of a gauge. */
export async function gauge({ url }: Pick<RunningApp, 'url'>, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

/** Asks until it is so; the test's own time-out ends it. */
export async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5))
}
