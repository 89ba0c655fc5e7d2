import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { listSetSettings, loadConfig } from '../../src/app/config/config.ts'
import { ConfigError } from '../../src/app/config/error.ts'

type Env = Record<string, string>

const load = (env: Env) => loadConfig({ env, cwd: '/srv', readFile: () => undefined })
const secret = `whsec_${Buffer.from('canary-canary-canary-canary!').toString('base64')}`

function gatewaysOf(name: 'sms' | 'voice' | 'email', env: Env) {
  const channel = load(env).delivery[name]
  return channel.kind === 'gateways' ? channel.gateways : []
}

function refusal(env: Env): ConfigError {
  try {
    load(env)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error('nothing is refused')
}

describe('the gateways of a setting', () => {
  it('are read in their order, between spaces or commas', () => {
    const LANYARD_SMS = `twilio://AC1:canary@api.twilio.com?from=+15005550006 webhook+https://gw.example.org/sms?a=1&secret=${secret},smpp://user:canary@smsc.example.org?from=Lanyard`
    expect(gatewaysOf('sms', { LANYARD_SMS })).toMatchObject([
      {
        kind: 'twilio',
        name: 'twilio api.twilio.com',
        url: 'https://api.twilio.com',
        account: 'AC1',
        user: 'AC1',
        from: '+15005550006',
      },
      { kind: 'webhook', name: 'webhook gw.example.org' },
      {
        kind: 'smpp',
        name: 'smpp smsc.example.org',
        host: 'smsc.example.org',
        port: 2775,
        tls: false,
        systemId: 'user',
        systemType: '',
        from: 'Lanyard',
      },
    ])
    const [twilio, webhook, smpp] = gatewaysOf('sms', { LANYARD_SMS })
    expect(twilio?.kind === 'twilio' && twilio.password.reveal()).toBe('canary')
    expect(webhook?.kind === 'webhook' && webhook.url.reveal()).toBe('https://gw.example.org/sms?a=1')
    expect(webhook?.kind === 'webhook' && webhook.secret.reveal()).toBe(secret)
    expect(smpp?.kind === 'smpp' && smpp.password.reveal()).toBe('canary')
  })

  it('may have another host, path, account and key', () => {
    const LANYARD_VOICE = 'twilio://SK2:a%2Fb@space.example:8443/api/laml/?account=AC9&from=%2B15005550006'
    expect(gatewaysOf('voice', { LANYARD_VOICE })).toMatchObject([
      { url: 'https://space.example:8443/api/laml', account: 'AC9', user: 'SK2', from: '+15005550006' },
    ])
    const tokens = ['twilio://AC1:a@x.example?from=A', LANYARD_VOICE, `${LANYARD_VOICE}&token=b`].map(
      (url) => {
        const [gateway] = gatewaysOf('voice', { LANYARD_VOICE: url })
        return gateway?.kind === 'twilio' ? gateway.token?.reveal() : ''
      },
    )
    expect(tokens).toEqual(['a', undefined, 'b'])
  })

  it('have names of their own at one host', () => {
    const one = 'smpp://a:b@smsc.example.org?from=A'
    expect(gatewaysOf('sms', { LANYARD_SMS: `${one} ${one}` }).map(({ name }) => name)).toEqual([
      'smpp smsc.example.org',
      'smpp smsc.example.org 2',
    ])
  })

  it.each([
    ['smtp://mail.example.org?from=a@example.org', { port: 587, tls: false, login: undefined }],
    ['smtps://u:p@[::1]?from=a@example.org', { host: '::1', port: 465, tls: true, login: { user: 'u' } }],
    ['smtp://mail.example.org:25?from=Ann%20Lee%20<a@example.org>', { from: 'Ann Lee <a@example.org>' }],
  ])('of LANYARD_EMAIL may be %s', (LANYARD_EMAIL, address) => {
    expect(gatewaysOf('email', { LANYARD_EMAIL })).toMatchObject([address])
  })

  it.each([
    [
      'LANYARD_SMS',
      'smtp://canary:canary@mail.example.org?from=a@b',
      'nor an address that starts with twilio',
    ],
    [
      'LANYARD_VOICE',
      'smpp://canary:canary@smsc.example.org?from=A',
      'nor an address that starts with twilio',
    ],
    ['LANYARD_SMS', 'outbox off', 'has a gateway, number 1, that is neither'],
    ['LANYARD_SMS', ' ', 'is blank'],
    ['LANYARD_SMS', 'twilio://api.twilio.com?from=+15005550006', 'has no account before the @'],
    ['LANYARD_SMS', 'twilio://canary@api.twilio.com?from=+15005550006', 'has no token'],
    ['LANYARD_SMS', 'twilio://AC1:canary@api.twilio.com', 'has no from='],
    ['LANYARD_SMS', 'twilio://AC1:canary@api.twilio.com?from=a%0Ab', 'has no from='],
    ['LANYARD_SMS', 'twilio://AC1:canary@api.twilio.com?form=canary', 'not one of from, account'],
    ['LANYARD_SMS', 'twilio://AC1:canary@api.twilio.com?from=1&from=2', 'has a member after the ? twice'],
    ['LANYARD_SMS', 'twilio://AC1:%canary@api.twilio.com?from=A', 'write special characters as %XX'],
    ['LANYARD_SMS', 'twilio://AC1:canary@api.twilio.com:canary?from=A', 'is not a URL'],
    ['LANYARD_SMS', 'twilio://AC1:canary#@api.twilio.com?from=A', 'is not a URL'],
    ['LANYARD_SMS', 'webhook+https://gw.example.org?secret=canary', 'has no secret=whsec_'],
    ['LANYARD_SMS', 'webhook+https://gw.example.org?secret=whsec_canary', 'has no secret=whsec_'],
    ['LANYARD_SMS', `webhook+https://u:canary@gw.example.org?secret=${secret}`, 'holds a user name'],
    ['LANYARD_SMS', 'smpp://smsc.example.org?from=A', 'has no system id'],
    ['LANYARD_SMS', 'smpp://a:canary@smsc.example.org/x?from=A', 'has a path'],
    ['LANYARD_SMS', 'smpp://a:canary@x y?from=A', 'has a gateway, number 1, that'],
    ['LANYARD_EMAIL', 'smtp://u:canary@mail.example.org', 'has no from='],
    ['LANYARD_EMAIL', 'smtp://u:canary@mail.example.org?from=a@b%0D%0ABcc:c@d', 'has no from='],
  ])('are refused in one line without their secrets: %s=%s', (name, text, reason) => {
    const { setting, message } = refusal({ [name]: text })
    expect(setting).toBe(name)
    expect(message).toContain(reason)
    expect(message.startsWith(`${name}: the value `)).toBe(true)
    expect(message).not.toMatch(/canary|\n/)
  })

  it('are never printed', () => {
    const env = {
      LANYARD_SMS: `twilio://AC1:canary@api.twilio.com?from=A webhook+https://gw.example.org/canary?secret=${secret}`,
      LANYARD_EMAIL: 'smtp://u:canary@mail.example.org?from=a@example.org',
    }
    const config = load(env)
    const shown = listSetSettings({ env, cwd: '/srv', readFile: () => undefined })
    const printed = `${inspect(config, { depth: 9 })}${JSON.stringify(config)}${JSON.stringify(shown)}`
    expect(printed).toContain('twilio api.twilio.com')
    expect(printed).not.toMatch(/canary|Y2FuYXJ5/)
  })

  it('at private addresses are refused at the start, unless they are allowed', () => {
    const LANYARD_SMS = 'twilio+http://AC1:canary@127.0.0.1:8080?from=A'
    const { setting, message } = refusal({ LANYARD_SMS })
    expect(setting).toBe('LANYARD_SMS')
    expect(message).toMatch(/^LANYARD_SMS: "twilio 127\.0\.0\.1:8080" is refused\. .*LANYARD_OUTBOUND_ALLOW=/)
    expect(message).not.toMatch(/canary|\n/)
    expect(gatewaysOf('sms', { LANYARD_SMS, LANYARD_OUTBOUND_ALLOW: '127.0.0.1:8080' })).toMatchObject([
      { url: 'http://127.0.0.1:8080' },
    ])
    expect(() => load({ LANYARD_EMAIL: 'smtp://127.0.0.1:25?from=a@example.org' })).not.toThrow()
  })
})

describe('the countries', () => {
  it.each([
    ['US, CA', { only: ['US', 'CA'] }],
    ['-KP,-CU', { except: ['KP', 'CU'] }],
  ])('of %s', (LANYARD_SMS_COUNTRIES, countries) => {
    expect(load({ LANYARD_SMS_COUNTRIES }).delivery.countries).toEqual(countries)
  })
})
