import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { loadConfig, withPort } from '../../src/app/config/config.ts'
import { ConfigError } from '../../src/app/config/error.ts'
import { renderSettings } from '../../src/app/config/page.ts'
import { exampleOf, getSetting, type SettingName, settingNames } from '../../src/app/config/settings.ts'

type Env = Record<string, string>

const rootKey = Buffer.alloc(32, 7).toString('base64url')
const noFile = () => undefined

function load(env: Env = {}, file?: unknown) {
  const text = typeof file === 'string' ? file : JSON.stringify(file)
  const readFile = (path: string) => (path === '/srv/lanyard.config.json' ? Buffer.from(text) : undefined)
  return loadConfig({ env, cwd: '/srv', readFile: file === undefined ? noFile : readFile })
}

function refusal(env: Env, file?: unknown): ConfigError {
  try {
    load(env, file)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error(`nothing is refused in ${JSON.stringify({ env, file })}`)
}

describe('the defaults', () => {
  it('are safe: loopback, SQLite, no proxy, nothing leaves the machine', () => {
    expect(load()).toEqual({
      http: { host: '127.0.0.1', port: 4000, trustProxy: false, ownHosts: {}, processes: 1 },
      urls: {
        main: 'http://localhost:4000',
        issuer: 'http://localhost:4000/issuer',
        twofactor: 'http://localhost:4000/twofactor',
        eventdata: 'http://localhost:4000/eventdata',
        registration: 'http://localhost:4000/registration',
        console: 'http://localhost:4000/console',
        authenticator: 'http://localhost:4000/authenticator',
        pages: 'http://localhost:4000/e',
      },
      dataFolder: '/srv/data',
      database: { engine: 'sqlite', path: '/srv/data/lanyard.sqlite' },
      security: { secret: undefined, secretFile: undefined, metricsToken: undefined, outboundAllow: [] },
      limits: {
        key: { ratePerSecond: 200, burst: 1000 },
        registrationsPerMinute: 1200,
        openJobsPerMinute: 120,
        pageViewsPerMinute: 1200,
      },
      delivery: {
        sms: { kind: 'outbox' },
        voice: { kind: 'outbox' },
        email: { kind: 'outbox' },
        push: 'off',
        pushServices: [
          'fcm.googleapis.com',
          'jmt17.google.com',
          '*.push.services.mozilla.com',
          '*.push.apple.com',
          '*.notify.windows.com',
        ],
        countries: undefined,
      },
      services: ['issuer', 'twofactor', 'eventdata', 'registration'],
      twofactor: { alias: undefined, successor: undefined },
      log: { level: 'info' },
    })
  })

  it('cannot be changed, at any depth', () => {
    const config = load({ LANYARD_TRUST_PROXY: '10.0.0.1' })
    for (const object of [
      config,
      config.http,
      config.http.trustProxy,
      config.limits?.key,
      config.delivery.sms,
    ]) {
      expect(Object.isFrozen(object)).toBe(true)
    }
  })
})

describe('the sources', () => {
  it('are the environment, then the file, then the default', () => {
    const file = { PORT: 5000, HOST: '::1', LANYARD_TRUST_PROXY: false, LOG_LEVEL: 'warn' }
    const config = load({ PORT: '6000', LOG_LEVEL: 'error' }, file)
    expect(config.http).toMatchObject({ port: 6000, host: '::1', trustProxy: false, processes: 1 })
    expect(config.log.level).toBe('error')
  })

  it('ignore other variables, and those of tests', () => {
    expect(() => load({ PATH: '/bin', HOME: '', LANYARD_TEST_LONG: '1' })).not.toThrow()
  })

  it('take an empty text for unset', () => {
    expect(load({ PORT: '', LANYARD_URL: '' }, { PORT: 5000 }).urls.main).toBe('http://localhost:5000')
  })

  it.each(['LANYARD_SECRET', 'DATABASE_URL', 'LANYARD_METRICS_TOKEN'])('refuse an empty %s', (name) => {
    expect(refusal({ [name]: '' }).message).toContain(`${name}: the value is empty`)
    expect(refusal({}, { [name]: '' }).message).toContain(
      `${name} in lanyard.config.json: the value is empty`,
    )
  })

  it('are the process and its working directory unless told', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lanyard-config-'))
    try {
      expect(loadConfig({ env: {}, cwd: folder }).http.port).toBe(4000)
      writeFileSync(join(folder, 'lanyard.config.json'), '{"PORT": 4321}')
      expect(loadConfig({ env: {}, cwd: folder }).http.port).toBe(4321)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('names', () => {
  it.each([
    ['LANYARD_PROCESES', 'LANYARD_PROCESSES'],
    ['LANYARD_ISUER_URL', 'LANYARD_ISSUER_URL'],
    ['LANYARD_EMIAL', 'LANYARD_EMAIL'],
    ['LANYARD_PORT', 'PORT'],
    ['LANYARD_DATABASE_URL', 'DATABASE_URL'],
  ])('are suggested for an unknown %s: %s', (wrong, meant) => {
    const error = refusal({ [wrong]: 'canary' })
    expect(error.setting).toBe(wrong)
    expect(error.message).toMatch(
      `${wrong}: there is no such setting; did you mean ${meant}, for example ${meant}=`,
    )
    expect(error.message).not.toContain('canary')
  })

  it('are not guessed where none is near', () => {
    expect(refusal({ LANYARD_COLOUR: 'red' }).message).toBe(
      'LANYARD_COLOUR: there is no such setting; remove it, for example unset LANYARD_COLOUR',
    )
  })

  it.each([['port'], ['PATH'], ['LANYARD_TEST_LONG'], ['constructor'], ['two\nlines']])(
    'of the file are all known: not %j',
    (name) => {
      const { message } = refusal({}, { [name]: 1 })
      expect(message).toContain('in lanyard.config.json: there is no such setting')
      expect(message).not.toContain('\n')
    },
  )
})

describe('the file', () => {
  it.each([
    ['[]', 'does not hold an object'],
    ['null', 'does not hold an object'],
    ['{"PORT": 1', 'is not valid JSON'],
    ['', 'is empty'],
    ['{"PORT": 1, "PORT": 2}', 'two members named "PORT"'],
    ['{"PORT": null}', 'PORT in lanyard.config.json: the value is not a text, a number or a boolean'],
    ['{"PORT": [4000]}', 'PORT in lanyard.config.json: the value is not a text, a number or a boolean'],
    ['{"PORT": 4000.5}', 'PORT in lanyard.config.json: "4000.5" is not a whole number'],
  ])('is refused as %j', (text, reason) => {
    const { message } = refusal({}, text)
    expect(message).toContain('lanyard.config.json')
    expect(message).toContain(reason)
    expect(message).not.toContain('\n')
  })

  it('is refused when it cannot be read', () => {
    const readFile = () => {
      throw Object.assign(new Error('no'), { code: 'EACCES' })
    }
    expect(() => loadConfig({ env: {}, cwd: '/srv', readFile })).toThrow(
      'lanyard.config.json: it cannot be read (EACCES); for example {"PORT": 4000}',
    )
  })
})

const other32 = `${rootKey.slice(0, -1)}d`
const refused: [SettingName, string, string][] = [
  ['PORT', '65536', 'is not a whole number from 0 to 65535'],
  ['PORT', '-1', 'is not a whole number'],
  ['PORT', '4e3', 'is not a whole number'],
  ['PORT', ' 4000', 'is not a whole number'],
  ['HOST', 'http://localhost', 'is neither an IP address nor a host name'],
  ['HOST', '127.0.0.256', 'is neither an IP address nor a host name'],
  ['HOST', '4000', 'is neither an IP address nor a host name'],
  ['LANYARD_URL', 'lanyard.example', 'is not an address that starts with'],
  ['LANYARD_URL', 'ftp://lanyard.example', 'is not an address that starts with'],
  ['LANYARD_URL', 'https://lanyard.example\\', 'is not an address that starts with'],
  ['LANYARD_URL', 'https://lanyard.example/app', 'has more than a scheme, a host and a port'],
  ['LANYARD_URL', 'https://lanyard.example?', 'has more than a scheme, a host and a port'],
  ['LANYARD_URL', 'https://lanyard.example#a', 'has more than a scheme, a host and a port'],
  ['LANYARD_URL', 'https://me:canary@lanyard.example', 'holds a user name or a password'],
  ['LANYARD_ISSUER_URL', 'https://id.example/other', 'with or without /issuer'],
  ['LANYARD_PAGES_URL', 'https://id.example/pages', 'with or without /e'],
  ['DATABASE_URL', 'mysql://lanyard:canary@localhost/x', 'starts with neither postgres:// nor postgresql://'],
  ['DATABASE_URL', 'postgres://lanyard:canary@localhost:99999/x', 'is not a URL'],
  ['LANYARD_SECRET', 'canary', 'is not the base64url of 32 bytes'],
  ['LANYARD_SECRET', `${rootKey}=`, 'is not the base64url of 32 bytes'],
  ['LANYARD_SECRET', other32, 'is not the base64url of 32 bytes'],
  ['LANYARD_SECRET', `${rootKey}AA`, 'is not the base64url of 32 bytes'],
  ['LANYARD_PROCESSES', '0', 'is not a whole number from 1 to 64'],
  ['LANYARD_PROCESSES', '65', 'is not a whole number from 1 to 64'],
  ['LANYARD_SERVICES', 'issuer,', 'has an empty item'],
  ['LANYARD_SERVICES', 'issuer, issuer', 'has the item "issuer" twice'],
  ['LANYARD_SERVICES', 'issuer,email', 'has the item "email", which is not one of issuer, twofactor'],
  ['LANYARD_TRUST_PROXY', 'true', 'would let every client choose its own address'],
  ['LANYARD_TRUST_PROXY', '0', 'is not a whole number from 1 to 10'],
  ['LANYARD_TRUST_PROXY', '11', 'is not a whole number from 1 to 10'],
  ['LANYARD_TRUST_PROXY', '10.0.0.1/8', 'is neither an IP address nor a CIDR range'],
  ['LANYARD_TRUST_PROXY', '10.0.0.1,proxy.example', 'has the item "proxy.example", which is neither'],
  ['LANYARD_TRUST_PROXY', '0.0.0.0/0', 'covers every address'],
  ['LANYARD_TRUST_PROXY', '10.0.0.1,::/0', 'covers every address'],
  ['LANYARD_TWOFACTOR_ALIAS', 'Authy', 'is not a word of lower-case letters'],
  ['LANYARD_TWOFACTOR_ALIAS', 'my-word', 'is not a word of lower-case letters'],
  ['LANYARD_TWOFACTOR_SUCCESSOR', '/moving', 'is not an address that starts with'],
  ['LANYARD_RATE', '0', 'is neither off nor requests a second'],
  ['LANYARD_RATE', '200/', 'is neither off nor requests a second'],
  ['LANYARD_RATE', '1.5/2', 'is neither off nor requests a second'],
  ['LANYARD_ISSUER_OPEN_JOBS', '0', 'is not a whole number from 1'],
  ['LANYARD_PAGE_VIEWS', '0', 'is not a whole number from 1'],
  ['LANYARD_ISSUER_REGISTRATIONS', '0', 'is not a whole number from 1'],
  ['LANYARD_METRICS_TOKEN', 'canary-15-chars', 'is not a token of 16 or more characters'],
  ['LANYARD_METRICS_TOKEN', 'canary with spaces in it', 'is not a token of 16 or more characters'],
  ['LANYARD_OUTBOUND_ALLOW', 'http://10.0.0.1', 'is not an address, a CIDR range'],
  ['LOG_LEVEL', 'INFO', 'is not one of debug, info, warn, error, silent'],
  ['LANYARD_SMS', 'pigeon', 'is neither outbox nor off nor an address that starts with twilio://'],
  ['LANYARD_VOICE', 'true', 'is neither outbox nor off nor an address that starts with twilio://'],
  ['LANYARD_EMAIL', 'postbox', 'is neither outbox nor off nor an address that starts with smtp://, smtps://'],
  ['LANYARD_SMS_COUNTRIES', 'US,XX', 'has the item "XX", which is not the code of a country'],
  ['LANYARD_SMS_COUNTRIES', 'us', 'is not the code of a country'],
  ['LANYARD_SMS_COUNTRIES', 'US,-CA', 'has countries with and without a minus'],
  ['LANYARD_PUSH', 'outbox', 'is not one of off, on'],
  ['LANYARD_POSTGRES_PREPARE', 'no', 'is not one of on, off'],
  ['LANYARD_PUSH_SERVICES', 'https://push.example', 'is not a host name'],
  ['LANYARD_PUSH_SERVICES', 'push.example,*', 'has the item "*", which is not a host name'],
  ['LANYARD_PUSH_SERVICES', 'any,push.example', 'has the item "any", which is not a host name'],
]

describe('a bad value', () => {
  it.each(refused)('stops the start in one line: %s=%s', (name, text, reason) => {
    const error = refusal({ [name]: text })
    expect(error.setting).toBe(name)
    expect(error.message.startsWith(`${name}: `)).toBe(true)
    expect(error.message).toContain(reason)
    expect(error.message.endsWith(`, for example ${exampleOf(name)}`)).toBe(true)
    expect(error.message).not.toContain('\n')
    expect(error.message).not.toContain('canary')
    if (getSetting(name).secret) expect(error.message).not.toContain(text)
  })

  it('is tried for every setting that refuses any', () => {
    const tried = new Set(refused.map(([name]) => name))
    const takesAll: SettingName[] = ['LANYARD_DATA', 'LANYARD_SECRET_FILE']
    const own: SettingName[] = [
      'LANYARD_TWOFACTOR_URL',
      'LANYARD_EVENTDATA_URL',
      'LANYARD_REGISTRATION_URL',
      'LANYARD_CONSOLE_URL',
      'LANYARD_AUTHENTICATOR_URL',
    ]
    expect(settingNames.filter((name) => !tried.has(name) && !takesAll.includes(name))).toEqual(own)
    for (const name of own) expect(refusal({ [name]: 'https://a.example/x?' }).setting).toBe(name)
  })

  it('cannot write to the terminal, however long', () => {
    const { message } = refusal({ LOG_LEVEL: `\u001b[2J\n\u009b\u202e${'x'.repeat(10_000)}` })
    expect(message).toMatch(/^[\x20-\x7e]{1,300}$/)
  })
})

describe('an address', () => {
  it('loses its final slash and takes the usual form', () => {
    const { urls } = load({ LANYARD_URL: 'HTTPS://Lanyard.Example:443/' })
    expect(urls).toMatchObject({ main: 'https://lanyard.example', pages: 'https://lanyard.example/e' })
  })

  it('of its own makes a service or an app the root of a host', () => {
    const { http, urls } = load({
      LANYARD_ISSUER_URL: 'https://ID.example/',
      LANYARD_TWOFACTOR_URL: 'http://localhost:4001',
      LANYARD_EVENTDATA_URL: 'https://api.example/eventdata/',
      LANYARD_CONSOLE_URL: 'https://console.example',
    })
    expect(urls).toMatchObject({
      issuer: 'https://id.example',
      twofactor: 'http://localhost:4001',
      eventdata: 'https://api.example/eventdata',
      registration: 'http://localhost:4000/registration',
      console: 'https://console.example',
    })
    expect(http.ownHosts).toEqual({
      'id.example': '/issuer',
      'localhost:4001': '/twofactor',
      'console.example': '/console',
    })
  })

  it('of a service that is not served owns no host', () => {
    const config = load({ LANYARD_ISSUER_URL: 'https://id.example', LANYARD_SERVICES: 'twofactor' })
    expect(config.http.ownHosts).toEqual({})
  })

  it('has one owner of a root', () => {
    expect(refusal({ LANYARD_ISSUER_URL: 'http://localhost:4000' }).message).toBe(
      'LANYARD_ISSUER_URL: "http://localhost:4000" is at the host of LANYARD_URL: add /issuer or give it a host of its own, for example LANYARD_ISSUER_URL=https://issuer.lanyard.example',
    )
    const twice = { LANYARD_ISSUER_URL: 'https://a.example', LANYARD_PAGES_URL: 'https://a.example' }
    expect(refusal(twice).message).toContain(
      'LANYARD_PAGES_URL: "https://a.example" is at the host of LANYARD_ISSUER_URL',
    )
    expect(load({ LANYARD_ISSUER_URL: 'http://localhost:4000/issuer' }).http.ownHosts).toEqual({})
  })

  it('follows the port that PORT=0 got', () => {
    const config = withPort(load({ PORT: '0', LANYARD_ISSUER_URL: 'https://id.example' }), 43_210)
    expect(config.http.port).toBe(43_210)
    expect(config.urls).toMatchObject({
      main: 'http://localhost:43210',
      issuer: 'https://id.example',
      pages: 'http://localhost:43210/e',
    })
    expect(Object.isFrozen(config.urls)).toBe(true)
  })
})

describe('a good value', () => {
  it.each([
    ['false', false],
    ['1', 1],
    ['10', 10],
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
  ])('of LANYARD_TRUST_PROXY is %s', (text, value) => {
    expect(load({ LANYARD_TRUST_PROXY: text }).http.trustProxy).toEqual(value)
  })

  it('of LANYARD_RATE is a rate, a rate and a burst, or off', () => {
    expect(load({ LANYARD_RATE: '300' }).limits?.key).toEqual({ ratePerSecond: 300, burst: 1500 })
    expect(load({ LANYARD_RATE: '300/400' }).limits?.key).toEqual({ ratePerSecond: 300, burst: 400 })
    expect(load({ LANYARD_RATE: 'off' }).limits).toBeUndefined()
  })

  it('of a path is resolved in the working directory', () => {
    const config = load({ LANYARD_DATA: 'var/lanyard', LANYARD_SECRET_FILE: '../key' })
    expect(config.dataFolder).toBe('/srv/var/lanyard')
    expect(config.database).toEqual({ engine: 'sqlite', path: '/srv/var/lanyard/lanyard.sqlite' })
    expect(config.security.secretFile).toBe('/key')
  })

  it.each([
    'postgres://u:p%40@db.example:5432/lanyard?sslmode=require',
    'postgresql://u@/lanyard?host=/run/postgresql',
  ])('of DATABASE_URL is %s', (url) => {
    const { database } = load({ DATABASE_URL: url })
    expect(database.engine === 'postgres' && database.url.reveal()).toBe(url)
  })

  it('of the other settings reaches its member', () => {
    const config = load({
      LANYARD_OUTBOUND_ALLOW: '10.1.2.3, hooks.internal:8080,fd00::/8',
      LANYARD_SERVICES: 'twofactor,issuer',
      LANYARD_TWOFACTOR_ALIAS: 'authy',
      LANYARD_TWOFACTOR_SUCCESSOR: 'https://lanyard.example/<a>',
      LANYARD_ISSUER_REGISTRATIONS: '5',
      LANYARD_PROCESSES: '64',
      LANYARD_SMS: 'off',
      LANYARD_PUSH: 'on',
    })
    expect(config.security.outboundAllow).toEqual(['10.1.2.3', 'hooks.internal:8080', 'fd00::/8'])
    expect(config.services).toEqual(['twofactor', 'issuer'])
    expect(config.twofactor).toEqual({ alias: 'authy', successor: 'https://lanyard.example/%3Ca%3E' })
    expect(config.limits?.registrationsPerMinute).toBe(5)
    expect(config.http.processes).toBe(64)
    expect(config.delivery).toMatchObject({ sms: { kind: 'off' }, push: 'on' })
  })
})

describe('a secret', () => {
  it('is never printed by the settings that hold it', () => {
    const env = {
      LANYARD_SECRET: rootKey,
      LANYARD_METRICS_TOKEN: 'metrics-canary-0123',
      DATABASE_URL: 'postgres://u:database-canary@localhost/x',
    }
    const config = load(env)
    const printed = `${inspect(config, { depth: 9 })}${JSON.stringify(config)}`
    for (const canary of [rootKey, 'metrics-canary', 'database-canary']) expect(printed).not.toContain(canary)
    expect(config.security.secret?.reveal()).toBe(rootKey)
    expect(config.security.metricsToken?.reveal()).toBe(env.LANYARD_METRICS_TOKEN)
  })

  it('comes from one place', () => {
    const { message } = refusal({ LANYARD_SECRET: rootKey }, { LANYARD_SECRET_FILE: '/run/key' })
    expect(message).toContain('LANYARD_SECRET: LANYARD_SECRET_FILE is set too')
    expect(message).not.toContain(rootKey)
  })
})

describe('the table', () => {
  // What stands in a document for a secret is a command, and no secret itself.
  const commands: SettingName[] = ['LANYARD_SECRET', 'LANYARD_METRICS_TOKEN']

  it.each(settingNames.filter((name) => !commands.includes(name)))(
    'has an example of %s that is taken',
    (name) => {
      expect(() => load({ [name]: exampleOf(name).slice(name.length + 1) })).not.toThrow()
    },
  )

  it.each(commands)('has a command for %s that is refused as a value', (name) => {
    expect(refusal({ [name]: exampleOf(name).slice(name.length + 1) }).setting).toBe(name)
  })

  it('yields a page with a row for every setting', () => {
    const rows = renderSettings().match(/^\| `\w+` \|.*\|$/gm) ?? []
    expect(rows.map((row) => /\w+/.exec(row)?.[0])).toEqual([...settingNames])
    for (const row of rows) expect(row.replaceAll('\\|', '').split('|')).toHaveLength(6)
  })
})
