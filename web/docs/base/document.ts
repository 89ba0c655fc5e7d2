import { useLoaded } from '../../ui/lists/load.tsx'

/** The part of JSON Schema that the documents use. */
export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly description?: string
  readonly format?: string
  readonly [keyword: string]: unknown
}

type Media = { readonly schema?: Schema }

export type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

export type Answer = {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly description?: string }>>
  readonly content?: Readonly<Record<string, Media>>
}

export type Operation = {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Media>> }
  readonly security?: readonly unknown[]
  readonly responses: Readonly<Record<string, Answer>>
}

export type ApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
}

export const useDocument = (basePath: string) =>
  useLoaded(`${basePath}/openapi.json`, async (response) => (await response.json()) as ApiDocument)

export function findOperation(document: ApiDocument, name: string): Operation | undefined {
  return Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .find((operation) => operation.operationId === name)
}

/** Resolves a reference within the document. */
export function resolve(document: ApiDocument, schema: Schema): Schema {
  const name = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1]
  return (name === undefined ? undefined : document.components?.schemas?.[name]) ?? schema
}
