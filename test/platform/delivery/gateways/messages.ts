import { Secret } from '../../../../src/kernel/base/secret.ts'
import { createOutbound } from '../../../../src/kernel/outbound/request.ts'
import type { OutgoingMessage } from '../../../../src/platform/delivery/channel.ts'
import type { TwilioAddress } from '../../../../src/platform/delivery/gateways/address.ts'

export const sms: OutgoingMessage = {
  id: '0190a5f0-0000-7000-8000-000000000001',
  channel: 'sms',
  to: '+15550100',
  text: 'Your Demo code is 1234567.',
  purpose: 'twofactor.code',
}

export const { signal: noAbort } = new AbortController()

export function openOutbound() {
  return createOutbound({ allow: ['127.0.0.1'], userAgent: 'Lanyard/test' })
}

export function twilioAt(url: string, name = 'twilio'): TwilioAddress {
  return {
    kind: 'twilio',
    name,
    url,
    account: 'AC1',
    user: 'AC1',
    password: new Secret('token-canary'),
    token: new Secret('token-canary'),
    from: '+15005550006',
  }
}

/** What a promise is rejected with. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('it is not refused')
}
