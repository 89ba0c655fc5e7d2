import { type KeyObject, sign, verify } from 'node:crypto'

export function readPayload<P>(text: string): P {
  const start = text.indexOf('.') + 1
  return JSON.parse(Buffer.from(text.slice(start, text.lastIndexOf('.')), 'base64url').toString()) as P
}

export function isSigned(text: string, key: KeyObject): boolean {
  const end = text.lastIndexOf('.')
  return verify(
    null,
    Buffer.from(text.slice(0, end), 'latin1'),
    key,
    Buffer.from(text.slice(end + 1), 'base64url'),
  )
}

export function signToken(key: KeyObject, header: object, payload: object): string {
  const input = `${encode(header)}.${encode(payload)}`
  return `${input}.${sign(null, Buffer.from(input, 'latin1'), key).toString('base64url')}`
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
