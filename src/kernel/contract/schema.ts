import * as Type from 'typebox'

/** An object that refuses members it does not name: what every request is made of. */
export function closed<P extends Type.TProperties>(properties: P, options: Type.TObjectOptions = {}) {
  return Type.Object(properties, { ...options, additionalProperties: false })
}
