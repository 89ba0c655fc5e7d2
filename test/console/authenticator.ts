import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const UP = 0x01
const UV = 0x04
const AT = 0x40

type Options = { challenge: string; user?: { id: string } }

type Habits = {
  /** Of the page that asked; `http://lanyard.test` where it is left out. */
  origin?: string
  rpId?: string
  /** Whether the user proved who they are. */
  verified?: boolean
  /** Signs with this counter instead of the next. */
  counter?: number
  /** Another one than the options name. */
  challenge?: string
}

/** An authenticator with one passkey, in software (WebAuthn §6). */
export function createAuthenticator({ idBytes = 32 }: { idBytes?: number } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(idBytes)
  let counter = 0
  let userHandle = ''

  function clientData(type: string, options: Options, { origin = 'http://lanyard.test', challenge }: Habits) {
    return Buffer.from(
      JSON.stringify({ type, challenge: challenge ?? options.challenge, origin, crossOrigin: false }),
    )
  }

  function authData({ rpId = 'lanyard.test', verified = true, counter: said }: Habits, key?: Buffer) {
    counter += 1
    const flags = UP | (verified ? UV : 0) | (key === undefined ? 0 : AT)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags, 0)
    head.writeUInt32BE(said ?? counter, 1)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), head, ...(key ? [key] : [])])
  }

  return {
    id: id.toString('base64url'),
    /** Answers `navigator.credentials.create`. */
    create(options: Options, habits: Habits = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const cose = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const data = authData(habits, Buffer.concat([Buffer.alloc(16), length, id, cose]))
      userHandle = options.user?.id ?? ''
      const attestation = cborMap([
        ['fmt', 'none'],
        ['attStmt', []],
        ['authData', data],
      ])
      return {
        ...this.named(),
        response: {
          clientDataJSON: clientData('webauthn.create', options, habits).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Answers `navigator.credentials.get`. */
    get(options: Options, habits: Habits = {}) {
      const data = authData(habits)
      const client = clientData('webauthn.get', options, habits)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        ...this.named(),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle,
        },
      }
    },
    named() {
      const name = id.toString('base64url')
      return { id: name, rawId: name, type: 'public-key' as const, clientExtensionResults: {} }
    },
  }
}

export type SoftAuthenticator = ReturnType<typeof createAuthenticator>

type Cbor = number | string | Buffer | readonly [Cbor, Cbor][]

/** RFC 8949, as far as WebAuthn goes here. */
function cborMap(pairs: readonly (readonly [Cbor, Cbor])[]): Buffer {
  return Buffer.concat([
    cborHead(5, pairs.length),
    ...pairs.flatMap(([key, value]) => [cbor(key), cbor(value)]),
  ])
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([cborHead(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value])
  return cborMap(value)
}

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
