import type { TObject, TSchema } from 'typebox'
import * as Type from 'typebox'
import type { Api } from './api.ts'
import { declaredProblems } from './declared-problems.ts'
import type { AnswerFormat, BodyFormat, BodyKind, Operation } from './operation.ts'
import { closed } from './schema.ts'

type Json = Record<string, unknown>

/** An OpenAPI 3.1 document of an API. `problemSchema` is the schema of its errors. */
export function describeApi(api: Api, version: string): Json {
  const paths: Record<string, Json> = {}
  for (const [name, operation] of Object.entries(api.operations)) {
    if (operation.aliasOf !== undefined) continue
    const methods = paths[operation.path] ?? {}
    methods[operation.method.toLowerCase()] = describeOperation(api, name, operation)
    paths[operation.path] = methods
  }
  return {
    openapi: '3.1.0',
    info: {
      title: api.title,
      summary: api.summary,
      version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: api.url }],
    tags: [...new Set(Object.values(api.operations).map((operation) => operation.tag))].map((name) => ({
      name,
      ...(api.tags?.[name] === undefined ? {} : { description: api.tags[name] }),
    })),
    paths,
    components: { schemas: { Problem: api.problemSchema }, ...securitySchemes(api) },
  }
}

function securitySchemes(api: Api): Json {
  const keyed = Object.values(api.operations).some((operation) => operation.auth === 'api-key')
  return keyed
    ? { securitySchemes: { ApiKeyAuth: { type: 'apiKey', in: 'header', name: api.keyHeader } } }
    : {}
}

function describeOperation(api: Api, name: string, operation: Operation): Json {
  const description = [operation.description, ...aliasesOf(api, name)].filter((text) => text !== undefined)
  return {
    operationId: name,
    summary: operation.summary,
    ...(description.length === 0 ? {} : { description: description.join(' ') }),
    tags: [operation.tag],
    parameters: [
      ...parameters('path', operation.params),
      ...parameters('query', operation.query ?? (operation.method === 'GET' ? operation.bag : undefined)),
      ...headerParameters(operation),
    ],
    ...(operation.body === undefined ? {} : { requestBody: requestBody(operation.body) }),
    ...(operation.bag === undefined || operation.method === 'GET'
      ? {}
      : { requestBody: bagBody(operation.bag) }),
    // An empty list means that no credentials are sent beside the request: a signature is part of its body.
    security: operation.auth === 'api-key' ? [{ ApiKeyAuth: [] }] : [],
    responses: { ...answers(operation), ...problems(api, operation) },
  }
}

function aliasesOf(api: Api, name: string): string[] {
  return Object.values(api.operations)
    .filter(({ aliasOf }) => aliasOf === name)
    .map(({ method, path }) => `Also at \`${method} ${path}\`.`)
}

function parameters(place: 'path' | 'query', schema: TObject | undefined): Json[] {
  if (schema === undefined) return []
  const required = new Set(schema.required as readonly string[] | undefined)
  return Object.entries(schema.properties as Record<string, TSchema>).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: property,
  }))
}

function headerParameters(operation: Operation): Json[] {
  return Object.entries(operation.headers ?? {}).map(([name, description]) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  }))
}

/** The media types that the documents tell clients to send; others are accepted too. */
const bodyTypes: Readonly<Record<BodyKind, (body: BodyFormat) => Record<string, TSchema>>> = {
  json: ({ contentTypes, schema }) => Object.fromEntries(contentTypes.map((type) => [type, schema])),
  jwt: ({ schema }) => ({ 'application/jwt': schema }),
  'jwt-or-json': ({ schema }) => ({
    'application/json': Type.Union([schema, closed({ jwt: compactToken })]),
    'application/jwt': compactToken,
  }),
}
const compactToken = Type.String({ description: 'A compact JWS.' })

function requestBody(body: BodyFormat): Json {
  const types = Object.entries(bodyTypes[body.kind](body))
  return {
    required: body.required,
    content: Object.fromEntries(types.map(([type, schema]) => [type, { schema }])),
  }
}

function bagBody(schema: TObject): Json {
  const content = { schema }
  return { content: { 'application/x-www-form-urlencoded': content, 'application/json': content } }
}

function answers(operation: Operation): Json {
  return Object.fromEntries(
    Object.entries(operation.answers).map(([status, format]) => [status, describeAnswer(operation, format)]),
  )
}

function describeAnswer(operation: Operation, format: AnswerFormat): Json {
  const headers = Object.entries(format.headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ])
  const bodiless = operation.method === 'HEAD' || format.contentType === undefined
  return {
    description: format.description,
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
    ...(bodiless ? {} : { content: describeContent(format) }),
  }
}

function describeContent({ contentType, otherTypes = [], schema }: AnswerFormat): Json {
  const others = otherTypes.map((type) => [type, { schema: { type: 'string' } }])
  return { [contentType as string]: { schema: schema ?? { type: 'string' } }, ...Object.fromEntries(others) }
}

function problems(api: Api, operation: Operation): Json {
  const byStatus = new Map<number, string[]>()
  for (const code of declaredProblems(api, operation)) {
    const status = api.problems[code]?.status
    if (status === undefined) throw new Error(`${api.name} has no problem ${code}`)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const schema = { $ref: '#/components/schemas/Problem' }
  const content = Object.fromEntries(api.problemTypes.map((type) => [type, { schema }]))
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      { description: codes.join(', '), ...(operation.method === 'HEAD' ? {} : { content }) },
    ]),
  )
}
