import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { redact } from '../../src/kernel/text/redact.ts'

const shown = { 'x-log': true }

it('shows numbers, booleans, null, listed values and marked texts, and hides other texts', () => {
  const schema = Type.Object({
    id: Type.String(shown),
    email: Type.String(),
    age: Type.Integer(),
    ratio: Type.Number(),
    active: Type.Boolean(),
    deletedAt: Type.Union([Type.String(), Type.Null()]),
    via: Type.Union([Type.Literal('sms'), Type.Literal('call')]),
    status: Type.Enum(['open', 'closed']),
  })
  const value = {
    id: 'e1',
    email: 'ada@example.org',
    age: 36,
    ratio: 0.5,
    active: true,
    deletedAt: null,
    via: 'sms',
    status: 'closed',
  }
  expect(redact(schema, value)).toEqual({ ...value, email: '[redacted]' })
})

it('drops members that the schema does not list', () => {
  const schema = Type.Object({ a: Type.Integer(), open: Type.Record(Type.String(), Type.Integer()) })
  const value = JSON.parse('{"a":1,"b":2,"__proto__":{"c":3},"toString":4,"open":{"Ada":5}}')
  expect(redact(schema, value)).toEqual({ a: 1, open: {} })
  expect(redact(Type.Object({ constructor: Type.Integer() }), {})).toEqual({})
})

it('hides what does not have the type that its schema names', () => {
  const schema = Type.Object({
    code: Type.String(),
    id: Type.String(shown),
    count: Type.Integer(),
    via: Type.Literal('sms'),
    list: Type.Array(Type.Integer()),
    inner: Type.Object({ a: Type.Integer() }),
  })
  const value = { code: 123456, id: 7, count: 'hunter2', via: 'hunter2', list: 'hunter2', inner: ['hunter2'] }
  const hidden = Object.fromEntries(Object.keys(value).map((name) => [name, '[redacted]']))
  expect(redact(schema, value)).toEqual(hidden)
  expect(redact(schema, 'hunter2')).toBe('[redacted]')
  expect(redact(schema, [{ code: 1 }])).toBe('[redacted]')
})

it('hides a number that is marked as not to be shown', () => {
  expect(redact(Type.Integer({ 'x-log': false }), 123456)).toBe('[redacted]')
})

it('follows arrays, tuples, unions and intersections', () => {
  const item = Type.Object({ name: Type.String(), order: Type.Integer() })
  expect(redact(Type.Array(item), [{ name: 'Ada', order: 1 }])).toEqual([{ name: '[redacted]', order: 1 }])
  expect(redact(Type.Tuple([Type.String(shown), Type.String()]), ['a', 'b', 'c'])).toEqual([
    'a',
    '[redacted]',
    '[redacted]',
  ])
  const both = Type.Intersect([
    Type.Object({ id: Type.String(shown) }),
    Type.Object({ email: Type.String() }),
  ])
  expect(redact(both, { id: 'e1', email: 'a@b.c', x: 1 })).toEqual({ id: 'e1', email: '[redacted]' })
})

it('shows a text only when every branch that takes it lets it be seen', () => {
  expect(redact(Type.Union([Type.String(shown), Type.String()]), 'a')).toBe('[redacted]')
  expect(redact(Type.Union([Type.String(shown), Type.Integer()]), 'a')).toBe('a')
  expect(redact(Type.Union([Type.Literal('a'), Type.String()]), 'b')).toBe('[redacted]')
  expect(redact(Type.Union([Type.Literal('a'), Type.String(shown)]), 'b')).toBe('b')
  const apart = Type.Union([Type.Object({ x: Type.String(shown) }), Type.Object({ x: Type.String() })])
  expect(redact(apart, { x: 'a' })).toEqual({ x: '[redacted]' })
})

it('hides what stands behind a reference or an open schema', () => {
  for (const schema of [Type.Ref('node'), Type.Unknown(), Type.Any()]) {
    for (const value of ['a', 5, { a: 1 }, [1]]) expect(redact(schema, value)).toBe('[redacted]')
  }
})
