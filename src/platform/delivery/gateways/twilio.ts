import { OutcomeUnknown, type OutgoingMessage } from '../channel.ts'
import type { TwilioAddress } from './address.ts'
import { type Gateway, GatewayFailed } from './gateway.ts'
import { ask, type HttpAnswer, type HttpTools, notTaken, readReference } from './http.ts'
import { writeTwiml } from './twiml.ts'

/** Clocks differ, and a call has no text to recognise it by. */
const CALL_SKEW_MS = 5 * 60_000

/** Twilio's API for messages and calls, which several providers support. */
export function createTwilioGateway(
  address: TwilioAddress,
  tools: HttpTools & { receiptUrl?: string | undefined },
): Gateway {
  const { name, url, account, user, password } = address
  const base = `${url}/2010-04-01/Accounts/${encodeURIComponent(account)}`
  const authorization = `Basic ${Buffer.from(`${user}:${password.reveal()}`).toString('base64')}`
  return {
    name,
    async send(message, signal) {
      const answer = await ask(tools, {
        method: 'POST',
        url: `${base}/${resourceOf(message)}.json`,
        headers: {
          authorization,
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': message.id,
        },
        body: formOf(address.from, message, tools.receiptUrl).toString(),
        signal,
      })
      return { reference: readSid(answer) }
    },
    async find(message, since, signal) {
      const query = new URLSearchParams({ To: message.to, PageSize: '50' })
      const answer = await ask(tools, {
        method: 'GET',
        url: `${base}/${resourceOf(message)}.json?${query}`,
        headers: { authorization, accept: 'application/json' },
        signal,
      })
      return listOwn(answer, message, since)
    },
  }
}

function resourceOf({ channel }: OutgoingMessage): 'Messages' | 'Calls' {
  return channel === 'voice' ? 'Calls' : 'Messages'
}

function formOf(
  from: string,
  { channel, to, text, locale }: OutgoingMessage,
  receiptUrl: string | undefined,
): URLSearchParams {
  const sender = /^MG[0-9a-f]{32}$/.test(from) ? { MessagingServiceSid: from } : { From: from }
  const content = channel === 'voice' ? { Twiml: writeTwiml(text, locale) } : { Body: text }
  const callback = receiptUrl === undefined ? {} : { StatusCallback: receiptUrl }
  return new URLSearchParams({ To: to, ...sender, ...content, ...callback })
}

/** Error codes of a 400 that are about our sender, callback or queue: another gateway may accept the message. */
const aboutUs = new Set([21212, 21603, 21606, 21607, 21609, 21611, 21659, 21660, 21661])

function readSid({ status, body }: HttpAnswer): string {
  if (status === 400 && aboutUs.has(Number(body?.code))) throw new GatewayFailed(`http-400-${body?.code}`)
  if (status < 200 || status > 299) throw notTaken(status, body?.code)
  const sid = readReference(body?.sid)
  const error = body?.error_code ?? body?.code ?? body?.error ?? null
  if (error !== null) throw new GatewayFailed('accepted-with-error')
  // An unreadable success may still be one; the list of messages will show.
  if (sid === undefined) throw new OutcomeUnknown('answer-without-sid')
  return sid
}

type Listed = { sid?: unknown; to?: unknown; body?: unknown; date_created?: unknown }

function listOwn({ status, body }: HttpAnswer, message: OutgoingMessage, since: number): string[] {
  const list = body?.[message.channel === 'voice' ? 'calls' : 'messages']
  if (status !== 200 || !Array.isArray(list)) throw new GatewayFailed(`look-up-${status}`)
  const isOwn = ({ to, body: text, date_created: created }: Listed) => {
    if (to !== message.to) return false
    if (message.channel !== 'voice') return text === message.text
    return typeof created === 'string' && Date.parse(created) >= since - CALL_SKEW_MS
  }
  return list
    .filter((item): item is Listed => typeof item === 'object' && item !== null && isOwn(item))
    .flatMap(({ sid }) => readReference(sid) ?? [])
}
