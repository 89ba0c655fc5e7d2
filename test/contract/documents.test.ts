import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VERSION } from '../../src/app/config/version.ts'
import { describeApi } from '../../src/kernel/contract/openapi.ts'
import { createPlace, type Place } from '../engines.ts'
import { type RunningApp, startApp } from '../harness.ts'
import { flatApi, problemApi } from '../kernel/http/sample-api.ts'
import { apis } from './apis.ts'

type Document = {
  paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, { content?: object }> }>
  >
  components: { schemas: Record<string, unknown> }
}

let place: Place
let running: RunningApp
beforeAll(async () => {
  place = await createPlace('sqlite', 'migrated')
  running = await startApp(place)
})
afterAll(async () => {
  await running.app.stop()
  await place.remove()
})

function refsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { $ref } = node as { $ref?: unknown }
  return [...(typeof $ref === 'string' ? [$ref] : []), ...Object.values(node).flatMap(refsIn)]
}

function resolve(document: unknown, ref: string): unknown {
  expect(ref).toMatch(/^#\//)
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], document)
}

describe.each([...apis.map(({ api }) => api), flatApi, problemApi])(
  'the OpenAPI document of $name',
  (api) => {
    const document = describeApi(api, VERSION) as Document

    it('passes a validator', async () => {
      const result = await new Validator().validate(JSON.parse(JSON.stringify(document)))
      expect(result).toMatchObject({ valid: true })
    })

    it('has no reference that leads nowhere', () => {
      const refs = refsIn(document)
      expect(refs).not.toEqual([])
      for (const ref of refs) expect(resolve(document, ref)).toBeTypeOf('object')
    })

    it('names each operation as its row does, at its path and method', () => {
      const described = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { operationId }]) => [
          operationId,
          `${method.toUpperCase()} ${path}`,
        ]),
      )
      const rows = Object.entries(api.operations)
        .filter(([, row]) => row.aliasOf === undefined)
        .map(([name, row]) => [name, `${row.method} ${row.path}`])
      expect(described.sort()).toEqual(rows.sort())
    })

    it('describes every answer and every problem, in the types that the API writes', () => {
      for (const { responses } of Object.values(document.paths).flatMap((methods) =>
        Object.values(methods),
      )) {
        expect(Object.keys(responses)).toEqual(expect.arrayContaining(['431', '500', '503']))
      }
      for (const [path, methods] of Object.entries(document.paths)) {
        for (const [method, { responses }] of Object.entries(methods)) {
          const types = Object.keys(responses['503']?.content ?? {})
          expect([path, types]).toEqual([path, method === 'head' ? [] : api.problemTypes])
        }
      }
    })
  },
)

describe('what is served', () => {
  it.each(apis)('has the document of $api.name', async ({ api }) => {
    const answer = await fetch(`${running.url}${api.basePath}/openapi.json`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(describeApi(api, VERSION))))
  })

  it('is every API that the tests know, and no other', () => {
    const routes = running.app.server.printRoutes({ commonPrefix: false })
    expect(routes.match(/openapi\.json/g)).toHaveLength(apis.length)
  })
})
