import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { eventFields, sessionFields } from '../../../src/client/records.ts'
import { draftOf, pickFields } from '../../../web/ui/record-form/draft.ts'
import { createFieldMaker, type Labels } from '../../../web/ui/record-form/field-maker.tsx'
import { itemsIn, type Scope, scopeIn } from '../../../web/ui/record-form/scope.ts'

const texts = {
  ...{ title: 'Title', description: 'Description', maxGuests: 'Guests', testMode: 'Test event' },
  ...{ notify: 'Mails go to', notifyPage: 'People on the page', notifyEveryone: 'Everyone' },
  ...{ format: 'Format', asEvent: 'As the event', online: 'Online', start: 'Start', venueName: 'Venue' },
}
type Key = keyof typeof texts
const fieldsOf = createFieldMaker<Key>({
  text: (key) => texts[key],
  Moment: ({ label, zone, value }) => h('time', null, label, zone, value),
})

const fields = pickFields(
  eventFields,
  ...(['title', 'description', 'maxGuests', 'testMode', 'notify', 'start', 'venue', 'timezone'] as const),
)
const changes: object[] = []
const scope: Scope<typeof fields> = {
  fields,
  draft: draftOf(fields, { title: 'Keys', start: '2031-05-06T09:00:00+02:00' }, 'Europe/Berlin'),
  zone: 'Europe/Berlin',
  errorAt: (pointer) => (/^\/(title|venue\/name)$/.test(pointer) ? `wrong ${pointer}` : undefined),
  onChange: (members) => void changes.push(members),
}
const field = fieldsOf(scope, {})

describe('a plain field', () => {
  it.each([
    [
      'a line with its label, limit and error',
      field('title'),
      /<bdi>Title<\/bdi>.*maxlength="300".*wrong \/title/,
    ],
    ['that it is required', field('title'), /\(required\).*<input[^>]* required/],
    ['several lines where a text may be long', field('description'), /<textarea[^>]* maxlength="20000"/],
    ['a help', field('description', { help: 'So many words' }), /class="help"[^>]*>So many words/],
    ['a number with its range', field('maxGuests'), /type="number"[^>]* min="0" max="20"/],
    ['yes or no', field('testMode'), /type="checkbox".*Test event/],
    ['choices in the order of the record', field('notify'), /People on the page<.*>Everyone</],
    ['a time in its zone', field('start'), /<time>StartEurope\/Berlin2031-05-06T09:00</],
  ])('has %s', (_what, node, expected) => {
    expect(renderToString(node)).toMatch(expected)
  })

  it('has the choices that a page names, in its order', () => {
    const format = pickFields(sessionFields, 'format')
    const draft = draftOf(format, {}, 'UTC')
    const make = fieldsOf({ ...scope, fields: format, draft, onChange: () => undefined }, {})
    const choices = { '': 'asEvent', virtual: 'online', hybrid: 'online', 'in-person': 'online' } as const
    expect(renderToString(make('format', { choices }))).toMatch(/>As the event<.*value="virtual"/)
  })

  it('of an object tells and changes the object', () => {
    const venue = scopeIn(scope, 'venue')
    expect(renderToString(fieldsOf(venue, { name: 'venueName' })('name'))).toContain('wrong /venue/name')
    venue.onChange({ name: 'Hall' })
    expect(changes.pop()).toEqual({ venue: { name: 'Hall', address: '', geo: { lat: '', lon: '' } } })
  })

  it('of an item is added, changed and removed with a key of its own', () => {
    const speaking = pickFields(sessionFields, 'speakers')
    const told: object[] = []
    const draft = draftOf(speaking, { speakers: [{ name: 'Ada' }, { name: 'Alan' }] }, 'UTC')
    const onChange = (members: object) => void told.push(members)
    const { items, add } = itemsIn({ ...scope, fields: speaking, draft, onChange }, 'speakers')
    items[1]?.scope.onChange({ name: 'Grace' })
    items[0]?.remove()
    add()
    const named = (name: string) => expect.objectContaining({ name })
    expect(told).toEqual([
      { speakers: [named('Ada'), named('Grace')] },
      { speakers: [named('Alan')] },
      { speakers: [named('Ada'), named('Alan'), named('')] },
    ])
  })

  it('without a text does not compile', () => {
    // @ts-expect-error The texts above have none for the time zone.
    expect(() => field('timezone')).not.toThrow()
    // @ts-expect-error A record's form names the text of each member.
    const labels: Labels<typeof fields, Key> = {}
    expect(labels).toEqual({})
  })
})
