import * as Type from 'typebox'
import { describe, expect, it } from 'vitest'
import {
  byServer,
  elsewhere,
  fixed,
  flag,
  json,
  parts,
  required,
  stored,
  timestamp,
} from '../../../src/kernel/contract/member.ts'
import { defineRecord } from '../../../src/kernel/contract/record.ts'
import { findErrors } from '../../../src/kernel/contract/validate.ts'

const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })
const numberOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] })
const shopOrNull = Type.Union([Type.Object({ name: Type.String() }), Type.Null()])

const book = defineRecord(
  {
    id: fixed(required('id', Type.String())),
    title: required('title', Type.String({ maxLength: 5 }), { key: 'title_key' }),
    note: stored('note_text', textOrNull, null),
    kind: stored('kind', Type.String(), 'novel', { shown: Type.Enum(['novel', 'letter']) }),
    isSold: flag('is_sold'),
    printedAt: timestamp('printed_at', textOrNull),
    shop: json('shop', shopOrNull, null),
    tags: json('tags', Type.Array(Type.String()), ['new']),
    left: elsewhere(numberOrNull),
    soldTimes: byServer(required('sold_times', Type.Integer())),
  },
  { fixed: ['shelf'], changing: ['deleted_at'] },
)

const loan = defineRecord(
  {
    reader: parts({
      name: required('reader_name', Type.String(), { personal: true, shown: textOrNull }),
      email: stored('reader_email', textOrNull, null, { key: 'email_key', as: 'address', personal: true }),
    }),
    due: required('due_text', Type.String(), { time: 'due_at' }),
    wishes: json('wishes', Type.Array(Type.String()), [], { personal: true }),
  },
  { fixed: [], changing: [] },
)

describe('a record', () => {
  it('has a column for every member that is not kept elsewhere, and those of its own', () => {
    expect(book.columns.fixed).toEqual(['id', 'shelf'])
    expect(book.columns.changing).toEqual([
      ...['title', 'title_key', 'note_text', 'kind', 'is_sold', 'printed_at', 'shop', 'tags', 'sold_times'],
      'deleted_at',
    ])
  })

  it('has a column for each part of a member, and for what is only searched by', () => {
    expect(loan.columns.changing).toEqual([
      ...['reader_name', 'reader_email', 'email_key', 'due_text', 'due_at', 'wishes'],
    ])
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
      title_key: 'emma',
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
      title_key: 'emma',
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
    expect(book.toInput(book.toRow(sent, ''), { left: null })).toEqual(sent)
  })

  it('tells where a time is that does not exist', () => {
    const printedAt = '2031-02-30T09:00:00Z'
    expect(() => book.toRow({ title: 'Emma', printedAt }, '/books/1')).toThrow('/books/1/printedAt')
  })

  it('stores and reads the parts of a member, folded where a search needs it', () => {
    const sent = {
      reader: { name: 'Ada', email: 'Ada@Example.org' },
      due: '2031-05-06T09:00:00+02:00',
      wishes: ['a window seat'],
    }
    const row = loan.toRow(sent, '')
    expect(row).toEqual({
      reader_name: 'Ada',
      reader_email: 'Ada@Example.org',
      email_key: 'ada@example.org',
      due_text: sent.due,
      due_at: Date.parse('2031-05-06T07:00:00Z'),
      wishes: '["a window seat"]',
    })
    expect(loan.toInput(row, {})).toEqual(sent)
    expect(() => loan.toRow({ ...sent, due: '2031-02-30T09:00:00Z' }, '/loans/0')).toThrow('/loans/0/due')
  })

  it('shows what the server keeps, and takes it from nobody', () => {
    const row = { id: 'b1', sold_times: 3, ...book.toRow({ title: 'Emma' }, '') }
    expect(book.toAnswer(row, { left: 2 })).toMatchObject({ id: 'b1', soldTimes: 3, title: 'Emma', left: 2 })
    expect(Object.keys(book.input.properties)).not.toContain('soldTimes')
    expect(findErrors(book.input, { title: 'Emma', id: 'b2' }, '').map(({ code }) => code)).toEqual([
      'unknown-member',
    ])
    expect(book.answer.kind).toEqual(Type.Enum(['novel', 'letter']))
  })

  it('does not parse what is at hand already', () => {
    const row = { id: 'b1', sold_times: 3, ...book.toRow({ title: 'Emma' }, ''), tags: 'no JSON' }
    const tags = ['old']
    const answer = book.toAnswer(row, { left: 2, tags })
    expect(answer.tags).toBe(tags)
    expect(answer.shop).toBeNull()
  })

  it('knows what is left of its personal members once the person is erased', () => {
    expect(loan.blank).toEqual({ reader_name: '', reader_email: null, email_key: null, wishes: '[]' })
  })

  it('asks for what is required, and takes nothing that it does not name', () => {
    expect(findErrors(book.input, {}, '').map(({ pointer }) => pointer)).toEqual(['/title'])
    expect(findErrors(book.input, { title: 'Emma', colour: 1 }, '').map(({ code }) => code)).toEqual([
      'unknown-member',
    ])
    expect(findErrors(book.input, { title: 'Longer' }, '').map(({ pointer }) => pointer)).toEqual(['/title'])
  })
})
