import * as Type from 'typebox'
import type { BodyFormat } from './operation.ts'

const JSON_BYTES = 102_400
const TOKEN_BYTES = 16_384

type JsonOptions = { maxBytes?: number; required?: boolean; contentTypes?: readonly string[] }

export function jsonBody<S extends Type.TSchema>(
  schema: S,
  options: JsonOptions = {},
): BodyFormat<Type.Static<S>> {
  return {
    kind: 'json',
    contentTypes: options.contentTypes ?? ['application/json'],
    maxBytes: options.maxBytes ?? JSON_BYTES,
    required: options.required ?? true,
    schema,
  }
}

/** A compact JWS as text. Generated clients also send it as a JSON string, or as `{"jwt":"…"}`. */
export function jwtBody(description: string): BodyFormat<string> {
  return {
    kind: 'jwt',
    contentTypes: ['application/jwt', 'application/jose', 'text/plain', 'application/json', ''],
    maxBytes: TOKEN_BYTES,
    required: true,
    schema: Type.String({ description }),
  }
}
