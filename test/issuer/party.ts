import { createClient } from '../../src/client/client.ts'
import { operations } from '../../src/issuer/operations.ts'
import { thumbprint } from '../../src/kernel/jwt/public-key.ts'
import type { RunningApp } from '../harness.ts'
import { newSigner, type Signer, signToken } from '../kernel/jwt/tokens.ts'

/** Where the issuer is, and by which clock and address tokens are made for it. */
export type IssuerPlace = Pick<RunningApp, 'url' | 'issuerUrl' | 'clock'>

let tokens = 0

/** Someone with a key: a person's device or an application. */
export type Party = {
  readonly signer: Signer
  readonly fingerprint: string
  /** A token of this party with everything that a write needs, and the members given. */
  token(members?: Record<string, unknown>, header?: Record<string, unknown>): string
}

export function newParty(
  running: Pick<RunningApp, 'clock' | 'issuerUrl'>,
  alg: Signer['alg'] = 'EdDSA',
): Party {
  const signer = newSigner(alg)
  const fingerprint = thumbprint(signer.jwk)
  return {
    signer,
    fingerprint,
    token(members = {}, header = {}) {
      const iat = Math.floor(running.clock.now() / 1000)
      const usual = {
        sub: fingerprint,
        aud: running.issuerUrl,
        iat,
        exp: iat + 300,
        jti: `t${++tokens}-${process.pid}`,
      }
      return signToken(signer, { ...usual, ...members }, { alg, ...header })
    },
  }
}

export function issuerClient(running: Pick<RunningApp, 'url'>) {
  return createClient(operations, { url: `${running.url}/issuer` })
}

/** Registers the party and gives the revocation secret. */
export async function register(
  running: IssuerPlace,
  party: Party,
  members: Record<string, unknown> = {},
): Promise<string> {
  const body = party.token(members, { jwk: party.signer.jwk })
  const answer = await issuerClient(running).registerKey({ body })
  return answer.body.secret ?? ''
}

export async function newPerson(running: IssuerPlace, members: Record<string, unknown> = {}): Promise<Party> {
  const party = newParty(running)
  await register(running, party, members)
  return party
}

export async function newApplication(
  running: IssuerPlace,
  members: Record<string, unknown> = {},
): Promise<Party> {
  const party = newParty(running)
  await register(running, party, {
    kind: 'application',
    name: 'Shop',
    callback: ['https://shop.example'],
    ...members,
  })
  return party
}

/** A token by which an application asks; `sub` is the user, if one is meant. */
export function askToken(app: Party, members: Record<string, unknown>): string {
  return app.token({ iss: app.fingerprint, sub: undefined, ...members })
}

/** A device's answer to a job, bound as the contract asks. */
export function answerToken(
  running: Pick<RunningApp, 'issuerUrl'>,
  person: Party,
  app: Party | undefined,
  members: Record<string, unknown>,
): string {
  const aud = app === undefined ? running.issuerUrl : [running.issuerUrl, app.fingerprint]
  return person.token({ aud, ...members })
}
