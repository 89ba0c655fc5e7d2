import { createHmac } from 'node:crypto'
import { Fault } from '../../../kernel/base/fault.ts'
import { equalInConstantTime } from '../../../kernel/base/secret.ts'
import type { ReceiptState } from '../tables.ts'
import type { TwilioAddress } from './address.ts'
import type { GatewayReceipt, ReceiptCall } from './gateway.ts'
import { readReference } from './http.ts'

/** For messages and calls; only final statuses are listed. */
const byStatus: Readonly<Record<string, ReceiptState>> = {
  delivered: 'delivered',
  read: 'delivered',
  completed: 'delivered',
  undelivered: 'undelivered',
  failed: 'undelivered',
  busy: 'undelivered',
  'no-answer': 'undelivered',
  canceled: 'undelivered',
}

/** Reads a status callback of a Twilio-compatible gateway; undefined if the status is not final. */
export function readTwilioReceipt(
  { token }: TwilioAddress,
  url: string,
  { header, body }: ReceiptCall,
): GatewayReceipt | undefined {
  const form = new URLSearchParams(body)
  const given = header('x-twilio-signature') ?? ''
  const expected = token === undefined ? [] : addressesOf(url).map((at) => sign(token.reveal(), at, form))
  if (!expected.some((signature) => equalInConstantTime(signature, given))) throw new Fault('unauthenticated')
  const reference = readReference(form.get('MessageSid') ?? form.get('CallSid'))
  const status = form.get('MessageStatus') ?? form.get('CallStatus')
  if (reference === undefined || status === null)
    throw new Fault('malformed', { detail: 'a status callback has a SID and a status' })
  const state = Object.hasOwn(byStatus, status) ? byStatus[status] : undefined
  return state === undefined ? undefined : { reference, state }
}

/** Signs the URL followed by each parameter's name and value, sorted by name. */
function sign(token: string, url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].sort()
  const text = names.map((name) =>
    [...new Set(form.getAll(name))]
      .sort()
      .map((value) => name + value)
      .join(''),
  )
  return createHmac('sha1', token)
    .update(url + text.join(''))
    .digest('base64')
}

/** Gateways sign the URL with or without its port, whichever they were given. */
function addressesOf(text: string): string[] {
  const { protocol, hostname, port, pathname } = new URL(text)
  const usual = protocol === 'https:' ? '443' : '80'
  const bare = `${protocol}//${hostname}`
  return [text, `${bare}:${port === '' ? usual : port}${pathname}`, `${bare}${pathname}`]
}
