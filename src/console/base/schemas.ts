import * as Type from 'typebox'
import { consoleScopes, roles } from '../../platform/operators/roles.ts'

export const role = Type.Enum([...roles])
export const id = Type.String({ maxLength: 100, 'x-log': true })
export const name = Type.String({ minLength: 1, maxLength: 200 })
export const organisation = Type.Object({ id: Type.String(), name: Type.String() })

export const me = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.Optional(Type.String()),
  role,
  scopes: Type.Array(Type.Enum([...consoleScopes])),
  /** True if the operator is not limited to one organisation. */
  everywhere: Type.Boolean(),
  /** The organisations that the operator has access to. */
  organisations: Type.Array(organisation),
  /** The first of several organisations that has an event: where the console opens until another is selected. */
  startsIn: Type.Optional(Type.String()),
  /** The URL prefix of event pages; the event's code follows it. */
  pagesUrl: Type.String(),
  /** The URL of the documentation. */
  docsUrl: Type.String(),
})

const bytes = (maxLength: number) => Type.String({ maxLength, description: 'base64url.' })

/** WebAuthn §5.1: a browser's response. Browsers may add members. */
function credentialOf<T extends Type.TProperties>(response: T) {
  return Type.Object({
    id: bytes(2_000),
    rawId: bytes(2_000),
    type: Type.Literal('public-key'),
    clientExtensionResults: Type.Object({}),
    response: Type.Object({ clientDataJSON: bytes(4_000), ...response }),
  })
}

/** About a new passkey. */
export const registrationResponse = credentialOf({
  attestationObject: bytes(60_000),
  transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
})

/** With a signature. */
export const authenticationResponse = credentialOf({
  authenticatorData: bytes(4_000),
  signature: bytes(4_000),
  userHandle: Type.Optional(bytes(200)),
})

/** WebAuthn §5.4 and §5.5: passed to the browser unchanged. */
export const creationOptions = Type.Object({ challenge: Type.String() }, { additionalProperties: true })
export const requestOptions = Type.Object({ challenge: Type.String() }, { additionalProperties: true })
