import * as Type from 'typebox'
import { describe, expect, it } from 'vitest'
import {
  defineRecord,
  elsewhere,
  flag,
  json,
  required,
  stored,
  timestamp,
} from '../../../src/kernel/contract/record.ts'
import { findErrors } from '../../../src/kernel/contract/validate.ts'

const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })
const numberOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] })
const shopOrNull = Type.Union([Type.Object({ name: Type.String() }), Type.Null()])

const book = defineRecord({
  title: required('title', Type.String({ maxLength: 5 })),
  note: stored('note_text', textOrNull, null),
  kind: stored('kind', Type.String(), 'novel'),
  isSold: flag('is_sold'),
  printedAt: timestamp('printed_at', textOrNull),
  shop: json('shop', shopOrNull, null),
  tags: json('tags', Type.Array(Type.String()), ['new']),
  left: elsewhere(numberOrNull),
})

describe('a record', () => {
  it('has a column for every member that is not kept elsewhere', () => {
    expect(book.columns).toEqual(['title', 'note_text', 'kind', 'is_sold', 'printed_at', 'shop', 'tags'])
  })

  it('stores what was sent', () => {
    const sent = {
      title: 'Emma',
      note: 'old',
      kind: 'letter',
      isSold: true,
      printedAt: '2031-05-06T09:00:00+02:00',
      shop: { name: 'Ada' },
      tags: [],
      left: 3,
    }
    expect(book.toRow(sent, '')).toEqual({
      title: 'Emma',
      note_text: 'old',
      kind: 'letter',
      is_sold: 1,
      printed_at: Date.parse('2031-05-06T07:00:00Z'),
      shop: '{"name":"Ada"}',
      tags: '[]',
    })
  })

  it('stores what it is otherwise where a member was left out', () => {
    expect(book.toRow({ title: 'Emma' }, '')).toEqual({
      title: 'Emma',
      note_text: null,
      kind: 'novel',
      is_sold: 0,
      printed_at: null,
      shop: null,
      tags: '["new"]',
    })
  })

  it('reads back what it stored', () => {
    const sent = {
      title: 'Emma',
      note: null,
      kind: 'novel',
      isSold: false,
      printedAt: '2031-05-06T07:00:00.000Z',
      shop: { name: 'Ada' },
      tags: ['a"b'],
      left: null,
    }
    expect(book.toMembers(book.toRow(sent, ''), { left: null })).toEqual(sent)
  })

  it('tells where a time is that does not exist', () => {
    const printedAt = '2031-02-30T09:00:00Z'
    expect(() => book.toRow({ title: 'Emma', printedAt }, '/books/1')).toThrow('/books/1/printedAt')
  })

  it('asks for what is required, and takes nothing that it does not name', () => {
    expect(findErrors(book.input, {}, '').map(({ pointer }) => pointer)).toEqual(['/title'])
    expect(findErrors(book.input, { title: 'Emma', colour: 1 }, '').map(({ code }) => code)).toEqual([
      'unknown-member',
    ])
    expect(findErrors(book.input, { title: 'Longer' }, '').map(({ pointer }) => pointer)).toEqual(['/title'])
  })
})
