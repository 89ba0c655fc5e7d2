import { describe, expect, it } from 'vitest'
import { queryOf } from '../../../web/console/audit/draft.ts'
import { clockOffset, shownFigures, sumOf } from '../../../web/console/home/figures.ts'
import { type Start, stepsOf } from '../../../web/console/start/steps.ts'
import { defined } from '../../../web/ui/defined.ts'

type Channel = Start['channels']['sms']

const off: Channel = { kind: 'off', gateways: [] }
const outbox: Channel = { kind: 'outbox', gateways: [] }
const nothing: Start = {
  passkeys: 0,
  applications: 0,
  keys: 0,
  codeSent: false,
  events: 0,
  openEvents: 0,
  firstEventId: null,
  operators: 1,
  channels: { sms: outbox, voice: outbox, email: outbox, push: off },
}

const doneIn = (start: Start | undefined, organisation?: string) =>
  stepsOf(start, organisation)
    .filter(({ isDone }) => isDone)
    .map(({ name }) => name)

describe('the first steps', () => {
  it('are all open on an empty server', () => {
    expect(doneIn(undefined)).toEqual([])
    expect(doneIn(nothing)).toEqual([])
  })

  it('are done one by one', () => {
    expect(doneIn(nothing, 'Passage')).toEqual(['organisation'])
    expect(doneIn({ ...nothing, passkeys: 1, applications: 2, codeSent: true }, 'Passage')).toEqual([
      'organisation',
      'passkey',
      'application',
      'code',
    ])
    expect(doneIn({ ...nothing, events: 1, operators: 2 }, 'Passage')).toEqual([
      'organisation',
      'event',
      'colleagues',
    ])
  })

  it('do not count the name that the server gave the organisation', () => {
    expect(doneIn(nothing, 'Default')).toEqual([])
  })

  it('count messages that stay on this machine as not let out', () => {
    const email: Channel = { kind: 'gateways', gateways: ['smtp'] }
    const channels = { ...nothing.channels, email }
    expect(doneIn({ ...nothing, channels })).toEqual(['messages'])
  })

  it('lead to the event that there is', () => {
    const open = (start: Start) => stepsOf(start, 'Passage').find(({ name }) => name === 'open')?.path
    expect(open(nothing)).toBe('/events')
    expect(open({ ...nothing, firstEventId: 'e1' })).toBe('/events/e1')
  })
})

describe('figures', () => {
  it('of an organisation leave out what belongs to none', () => {
    expect(shownFigures(false)).toEqual(['sends', 'registrations', 'check-ins'])
    expect(shownFigures(true)).toContain('sign-ins')
  })

  it('begin their days where the clock of the browser does', () => {
    const at = (minutes: number) => clockOffset({ getTimezoneOffset: () => minutes } as Date)
    expect(at(-120)).toBe(120)
    expect(at(330)).toBe(-330)
    expect(Object.is(at(0), 0)).toBe(true)
    expect(sumOf([1, 2, 3])).toBe(6)
  })
})

describe('a filter of the audit trail', () => {
  it('leaves out what is empty, and gives times their zone', () => {
    expect(queryOf({ actor: ' operator:* ', action: '', subject: '  ' })).toEqual({ actor: 'operator:*' })
    const from = '2026-05-06T07:08'
    expect(queryOf({ from, until: 'never' })).toEqual({ from: new Date(from).toISOString() })
  })

  it('has no members that are undefined', () => {
    expect(defined({ a: 1, b: undefined })).toEqual({ a: 1 })
    expect(Object.keys(defined({ b: undefined }))).toEqual([])
  })
})
