import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchLimits } from '../../../../src/client/search.ts'
import { orderedOps } from '../../../../src/events/search/fields/field.ts'
import { readFilter } from '../../../../src/events/search/filter.ts'
import {
  countConditions,
  type Draft,
  depthOf,
  fromFilter,
  newCondition,
  newGroup,
  pointersOf,
  replaceNode,
  takesValues,
  toFilter,
} from '../../../../web/console/registrations/filter/draft.ts'
import { wrongNodes } from '../../../../web/console/registrations/filter/errors.ts'
import {
  decodeDefinition,
  encodeDefinition,
  usual,
} from '../../../../web/console/registrations/views/definition.ts'

const field = fc.constantFrom('status', 'registrant.email', 'answers.role', 'attendee.lastName')
const value = fc.oneof(fc.string(), fc.integer(), fc.boolean())

const condition = fc
  .record({
    field,
    op: fc.constantFrom(...orderedOps, 'contains', 'startsWith'),
    values: fc.array(value, { minLength: 2, maxLength: 4 }),
  })
  .map(({ field: name, op, values }) => {
    const count = { none: 0, one: 1, two: 2, many: values.length }[takesValues(op as never)]
    return newCondition(name, op as never, values.slice(0, count))
  })

/** Trees whose groups are not empty, negated here and there. */
const draft: fc.Arbitrary<Draft> = fc.letrec<{ node: Draft; group: Draft }>((tie) => ({
  node: fc
    .oneof({ maxDepth: 3 }, condition, tie('group'))
    .chain((node) => fc.boolean().map((negated) => ({ ...node, negated }))),
  group: fc
    .record({
      join: fc.constantFrom('and' as const, 'or' as const),
      children: fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
    })
    .map(({ join, children }) => newGroup(children, join)),
})).group

/** What a tree says, without the keys of its nodes. */
const bare = (node: Draft): unknown =>
  JSON.parse(JSON.stringify(node, (name, inner) => (name === 'key' ? undefined : inner)))

/** The same tree of conditions that everything takes. */
function plain(node: Draft): Draft {
  return node.kind === 'condition'
    ? { ...node, op: 'isNull', values: [] }
    : { ...node, children: node.children.map(plain) }
}

describe('a filter in the builder', () => {
  it('becomes the same filter again, however often it goes there and back', () => {
    fc.assert(
      fc.property(draft, (tree) => {
        const filter = toFilter(tree)
        const again = fromFilter(filter)
        fc.pre(depthOf(tree) <= searchLimits.depth)
        expect(again && bare(again)).toEqual(bare(tree))
        expect(again && toFilter(again)).toEqual(filter)
      }),
    )
  })

  it('is taken by the server exactly as deep as the builder counts', () => {
    const find = () => ({ ops: ['isNull'] as const, columns: [], read: () => [], encode: () => undefined })
    fc.assert(
      fc.property(draft, (tree) => {
        fc.pre(countConditions(tree) <= 50)
        const read = () => readFilter(find, toFilter(plain(tree)) ?? {})
        if (depthOf(tree) > searchLimits.depth) expect(read).toThrow(/deeper/)
        else expect(read).not.toThrow()
      }),
    )
  })

  it('leaves out groups without a condition', () => {
    const one = newCondition('status', 'eq', ['confirmed'])
    expect(toFilter(newGroup([newGroup(), one]))).toEqual({
      and: [{ field: 'status', op: 'eq', value: 'confirmed' }],
    })
    expect(toFilter(newGroup([newGroup()]))).toBeUndefined()
  })

  it('shows an error at the innermost node that its pointer lies in', () => {
    const inner = { ...newCondition('age', 'between', [1]), negated: true }
    const tree = newGroup([newGroup(), newCondition('status', 'eq', ['x']), newGroup([inner], 'or')])
    expect(pointersOf(tree).get(inner.key)).toBe('/filter/and/1/or/0/not')
    const error = { pointer: '/filter/and/1/or/0/not/values', code: 'between', message: 'two' }
    expect([...wrongNodes(pointersOf(tree), [error])]).toEqual([[inner.key, 'Enter two values.']])
  })

  it('replaces and removes a node wherever it is', () => {
    const one = newCondition('a', 'eq', [1])
    const tree = newGroup([newGroup([one])])
    expect(toFilter(replaceNode(tree, one.key, newCondition('b', 'isNull')))).toEqual({
      and: [{ and: [{ field: 'b', op: 'isNull' }] }],
    })
    expect(toFilter(replaceNode(tree, one.key, undefined))).toBeUndefined()
  })

  it('is refused where it is none', () => {
    for (const broken of [
      undefined,
      null,
      'x',
      [],
      { and: 'x' },
      { and: [null] },
      { field: 1, op: 'eq' },
      { field: 'a', op: 'like' },
    ])
      expect(fromFilter(broken)).toBeUndefined()
  })
})

describe('a definition in the address', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(draft, fc.string({ unit: 'grapheme', maxLength: 40 }), (tree, q) => {
        const filter = toFilter(tree)
        const definition = {
          ...usual,
          ...(filter === undefined ? {} : { filter }),
          ...(q === '' ? {} : { q }),
          columns: ['status', 'answers.rôle'],
        }
        const text = encodeDefinition(definition) ?? ''
        fc.pre(text.length < 8_000)
        expect(text).toMatch(/^[\w-]+$/)
        expect(decodeDefinition(text)).toEqual(JSON.parse(JSON.stringify(definition)))
      }),
    )
  })

  it('is as usual where there is nothing that can be read', () => {
    expect(encodeDefinition(usual)).toBeUndefined()
    for (const broken of [
      undefined,
      '',
      '!',
      'e30',
      'bnVsbA',
      btoa('{"s":[{"field":1}],"c":[1],"f":[]}'),
      'x'.repeat(9_000),
    ])
      expect(decodeDefinition(broken)).toEqual(usual)
  })
})
