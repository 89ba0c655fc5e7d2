import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../../../scripts/setup.js'
import { operations } from '../../../../src/events/registration-api/operations.ts'
import type { Entry } from '../../../../web/console/audit/entry.ts'
import { pageOf, registrationPageOf } from '../../../../web/console/audit/links.ts'
import { en } from '../../../../web/console/audit/sentences/texts/en.ts'

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readFileSync(join(root, 'src', path), 'utf8'))
  .filter((source) => /recordAudit|onRecord/.test(source))

/** The literals of the lines that name an action. */
const literals = sources.flatMap((source) =>
  source
    .split('\n')
    .filter((line) => /\baction\b|recordOwn\(/.test(line))
    .flatMap((line) => [...line.matchAll(/'([a-z-]+\.[a-z-]+)'/g)].map(([, action]) => action ?? '')),
)

const tried = sources.flatMap((source) =>
  [...source.matchAll(/entryOf\(principal, '([a-z]+)'/g)].map(([, verb]) => `twofactor-bench.${verb}`),
)

const byOperators = Object.entries(operations)
  .filter(([, { method, scope }]) => method !== 'GET' && scope?.endsWith(':read') !== true)
  .map(([name]) => `events.${name}`)

const bulk = ['approve', 'decline', 'cancel'].map((action) => `registrations.bulk-${action}`)

it.each([...new Set([...literals, ...tried, ...byOperators, ...bulk])])('%s has a sentence', (action) => {
  expect(en).toHaveProperty([action])
})

it('finds the actions', () => {
  expect(literals).toContain('twofactor-user.shut')
  expect(literals).toContain('identity.link')
  expect(tried).toContain('twofactor-bench.send')
  expect(byOperators).toContain('events.checkIn')
})

describe('the links of an entry', () => {
  const entry: Entry = {
    id: '1',
    at: '2031-05-06T09:00:00Z',
    actor: 'operator:ada',
    actorName: 'Ada',
    action: 'events.checkIn',
    subject: 'event:e',
    record: 'event:e',
    recordName: 'PASSAGE',
    personName: 'Grace Hopper',
    registrationId: 'r',
    applicationId: null,
    organisationId: 'o',
    detail: {},
    sealed: true,
  }

  it('lead to the event and to the registration', () => {
    expect(pageOf(entry)).toBe('/events/e')
    expect(registrationPageOf(entry)).toBe('/events/e/registrations/r')
  })

  it('do not lead to what was deleted', () => {
    expect(pageOf({ ...entry, action: 'events.deleteEvent' })).toBeUndefined()
    expect(pageOf({ ...entry, action: 'webhook.remove', record: 'webhook:w' })).toBeUndefined()
    expect(pageOf({ ...entry, action: 'events.deleteEventSession' })).toBe('/events/e')
  })

  it.each([
    ['contact-list:l', '/contacts/l'],
    ['application:a', '/applications/a'],
    ['webhook:w', '/webhooks/w'],
    ['api-key:k', '/applications'],
    ['operator:o', '/operators'],
    ['session:s', undefined],
  ])('lead from %s to %s', (record, page) => {
    expect(pageOf({ ...entry, record })).toBe(page)
  })
})
