import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export type Certificate = { key: string; cert: string }

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  if (content.length < 128) return Buffer.concat([Buffer.of(tag, content.length), content])
  const length = Buffer.from(content.length.toString(16).padStart(4, '0'), 'hex')
  return Buffer.concat([Buffer.of(tag, 0x80 | length.length), length, content])
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
const text = (tag: number, value: string) => der(tag, Buffer.from(value, 'latin1'))
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const pem = (content: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${content.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`

/** A self-signed certificate (RFC 5280) for one host name, made here because Node makes none. */
export function certificateFor(host: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaSha256 = sequence(oid('2a8648ce3d040302'))
  const name = sequence(der(0x31, sequence(oid('550403'), text(0x0c, host))))
  const alternativeNames = sequence(oid('551d11'), der(0x04, sequence(text(0x82, host))))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ecdsaSha256,
    name,
    sequence(text(0x17, '200101000000Z'), text(0x17, '490101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeNames)),
  )
  const signature = der(0x03, Buffer.of(0), sign('sha256', body, privateKey))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(sequence(body, ecdsaSha256, signature)),
  }
}
