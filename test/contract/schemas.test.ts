import type { TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import { flatApi } from '../kernel/http/sample-api.ts'
import { apis, rowsOf } from './apis.ts'

type Node = Readonly<Record<string, unknown>>

/** Where a schema lets a member pass that it neither names nor describes. */
function openPlaces(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const node = schema as Node
  const isObject = node.type === 'object' || node.properties !== undefined
  const others = node.additionalProperties
  const isShut = others === false || (typeof others === 'object' && Object.keys(others ?? {}).length > 0)
  const own = isObject && !isShut ? [at] : []
  const inner = Object.entries(node).flatMap(([name, value]) => openPlaces(value, `${at}/${name}`))
  return [...own, ...inner]
}

const rows = [...apis.map(({ api }) => api), flatApi].flatMap(rowsOf)

describe('what a request may hold', () => {
  it.each(rows)('is closed at every level: $api.name $name', ({ operation }) => {
    const places: Record<string, TSchema | undefined> = {
      params: operation.params,
      query: operation.query,
      body: operation.body?.schema,
    }
    for (const [place, schema] of Object.entries(places)) expect(openPlaces(schema, place)).toEqual([])
  })

  it.each(rows)('has the parameters of its path: $api.name $name', ({ operation }) => {
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(operation.params?.properties ?? {}).sort()).toEqual(inPath.sort())
  })

  it.each(rows)('has no body where the method takes none: $api.name $name', ({ operation }) => {
    if (operation.method === 'GET' || operation.method === 'HEAD') expect(operation.body).toBe(undefined)
  })
})

describe('the check of closedness', () => {
  it('finds an open object at any depth', () => {
    const open = { type: 'object', properties: {} }
    const shut = (properties: object) => ({ type: 'object', properties, additionalProperties: false })
    expect(openPlaces(open, '')).toEqual([''])
    expect(openPlaces(shut({ a: shut({}) }), '')).toEqual([])
    expect(openPlaces({ type: 'object', additionalProperties: { type: 'string' } }, '')).toEqual([])
    expect(openPlaces({ type: 'object', additionalProperties: {} }, '')).toHaveLength(1)
    expect(openPlaces({ type: 'object', additionalProperties: true }, '')).toEqual([''])
    expect(
      openPlaces(shut({ a: { anyOf: [shut({ b: { type: 'array', items: open } })] } }), ''),
    ).toHaveLength(1)
  })
})
