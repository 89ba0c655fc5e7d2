import { request as startRequest } from 'node:http'
import { expect } from 'vitest'
import { createApiKey } from '../../src/platform/accounts/api-keys.ts'
import type { ApplicationSettings } from '../../src/platform/accounts/applications.ts'
import { type OutboxMessage, readOutbox } from '../../src/platform/delivery/outbox-channel.ts'
import type { RunningApp } from '../harness.ts'

export type TwofactorAnswer = {
  status: number
  headers: Headers
  text: string
  body: Record<string, unknown>
}

type Fields = Readonly<Record<string, string>>

export type Sending = {
  query?: Fields | string
  /** Sent as urlencoded fields. */
  form?: Fields | string
  json?: unknown
  /** A body as it is. */
  raw?: string
  headers?: Fields
}

/** One request; unlike `fetch` it puts a body into a GET where one is given. */
export function send(
  url: string,
  method: string,
  { query = '', form, json, raw, headers = {} }: Sending = {},
): Promise<TwofactorAnswer> {
  const text = raw ?? (json === undefined ? formText(form) : JSON.stringify(json))
  const type =
    json !== undefined ? 'application/json' : form === undefined ? '' : 'application/x-www-form-urlencoded'
  const bodyHeaders = text === undefined ? {} : { 'content-length': String(Buffer.byteLength(text)) }
  const asked = formText(query)
  return new Promise((resolve, reject) => {
    const sent = startRequest(
      `${url}${asked === '' ? '' : `?${asked}`}`,
      { method, headers: { ...bodyHeaders, ...(type === '' ? {} : { 'content-type': type }), ...headers } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const answer = Buffer.concat(chunks).toString()
          resolve({
            status: response.statusCode ?? 0,
            headers: new Headers(Object.entries(response.headers as Fields)),
            text: answer,
            body: answer === '' ? {} : (JSON.parse(answer) as Record<string, unknown>),
          })
        })
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })
}

function formText(fields: Fields | string): string
function formText(fields: Fields | string | undefined): string | undefined
function formText(fields: Fields | string | undefined): string | undefined {
  return typeof fields === 'object' ? new URLSearchParams(fields).toString() : fields
}

/** An application with its key, as it calls the service. */
export type TwofactorClient = {
  readonly key: string
  get(path: string, sending?: Sending): Promise<TwofactorAnswer>
  post(path: string, sending?: Sending): Promise<TwofactorAnswer>
  /** Gives the number of a user who has this phone. */
  enrol(phone?: Phone): Promise<number>
}

export type ClientOptions = { name?: string; organisation?: string; settings?: ApplicationSettings }

export async function newClient(
  { app, url }: Pick<RunningApp, 'app' | 'url'>,
  { name = 'Shop', organisation, settings }: ClientOptions = {},
): Promise<TwofactorClient> {
  const created = await createApiKey(app.context, { service: 'twofactor', name, organisation, settings })
  return clientOf(url, created.key.reveal())
}

export function clientOf(url: string, key: string): TwofactorClient {
  const call = (method: string, path: string, { headers, ...sending }: Sending = {}) =>
    send(`${url}/twofactor${path}`, method, {
      ...sending,
      headers: { 'x-twofactor-api-key': key, ...headers },
    })
  return {
    key,
    get: (path, sending) => call('GET', path, sending),
    post: (path, sending) => call('POST', path, sending),
    async enrol(phone = newPhone()) {
      const form = userForm(phone)
      const answer = await call('POST', '/protected/json/users/new', { form })
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
      return Number(answer.body.twofactor_id)
    },
  }
}

export type Phone = { country: string; number: string; e164: string }

let phones = 0

/** A number that no other test uses, in one of many blocks: guards count by block. */
export function newPhone(): Phone {
  const n = ++phones
  const number = `775${200 + ((n * 101) % 799)}${1000 + n}`
  return { country: '1', number, e164: `+1${number}` }
}

export function userForm({ country, number }: Phone, email = 'ada@example.org'): Fields {
  return { 'user[cellphone]': number, 'user[country_code]': country, 'user[email]': email }
}

/** Everything that left for an address, oldest first. */
export async function messagesTo({ app, dataFolder }: RunningApp, to: string): Promise<OutboxMessage[]> {
  await app.background.drain()
  return readOutbox(`${dataFolder}/outbox.jsonl`, { to })
}

/** The digits of the newest message. */
export async function codeTo(running: RunningApp, to: string): Promise<string> {
  const text = (await messagesTo(running, to)).at(-1)?.text ?? ''
  return /\d{4,10}/.exec(text)?.[0] ?? ''
}

/** The shape of every refusal, byte for byte. */
export function expectRefusal(
  answer: TwofactorAnswer,
  status: number,
  code: string,
  message: unknown = expect.any(String),
): void {
  expect([answer.status, answer.body]).toEqual([
    status,
    { error_code: code, message, errors: { message }, success: false },
  ])
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.text).toBe(JSON.stringify(answer.body))
}
