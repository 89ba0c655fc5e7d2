import * as Type from 'typebox'
import type { BodyFormat } from './operation.ts'

const JSON_BYTES = 102_400
const TOKEN_BYTES = 16_384

type JsonOptions = {
  maxBytes?: number
  maxDepth?: number
  required?: boolean
  contentTypes?: readonly string[]
}

export function jsonBody<S extends Type.TSchema>(
  schema: S,
  options: JsonOptions = {},
): BodyFormat<Type.Static<S>> {
  return {
    kind: 'json',
    contentTypes: options.contentTypes ?? ['application/json'],
    maxBytes: options.maxBytes ?? JSON_BYTES,
    ...(options.maxDepth === undefined ? {} : { maxDepth: options.maxDepth }),
    required: options.required ?? true,
    schema,
  }
}

const TOKEN_TYPES = ['application/jwt', 'application/jose', 'text/plain', 'application/json', '']

/** A compact JWS as text. Generated clients also send it as a JSON string or as `{"jwt":"…"}`. */
export function jwtBody(description: string): BodyFormat<string> {
  return {
    kind: 'jwt',
    contentTypes: TOKEN_TYPES,
    maxBytes: TOKEN_BYTES,
    required: true,
    schema: Type.String({ description }),
  }
}

export function optionalJwtBody(description: string): BodyFormat<string | undefined> {
  return { ...jwtBody(description), required: false }
}

export type TokenOrJson<T> = { jwt: string; json?: undefined } | { jwt?: undefined; json: T }

/** A compact JWS, or unsigned JSON that matches the schema. May be left out if `required` is false. */
export function jwtOrJsonBody<S extends Type.TSchema, R extends boolean>(
  schema: S,
  required: R,
): BodyFormat<TokenOrJson<Type.Static<S>> | (R extends true ? never : undefined)> {
  return { kind: 'jwt-or-json', contentTypes: TOKEN_TYPES, maxBytes: TOKEN_BYTES, required, schema }
}
