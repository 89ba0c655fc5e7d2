import { type Client, createClient, Refusal } from '../../client/client.ts'
import type { IssuerSpeaker } from '../../client/device/speaker.ts'
import { operations } from '../../issuer/operations.ts'
import type { PrivateJwk } from '../../kernel/jwt/sign.ts'
import { CommandError } from '../commands/base/command-error.ts'
import { fingerprintOf, signToken } from './device-key.ts'
import { reaching, readAddress } from './reach.ts'

/** The device's connection to the issuer. `url` is the audience of its tokens. */
export type IssuerLink = { readonly url: string; readonly client: Client<typeof operations> }

/**
 * RFC 8414 §3.3: an issuer that gives another URL as its own could forward the device's tokens to that other issuer.
 */
export async function connectIssuer(address: string): Promise<IssuerLink> {
  const service = readAddress(address, { name: 'issuer', option: '--issuer' })
  const { url } = service
  const client = createClient(operations, { url, fetch: reaching(service) })
  const issuer = await findName(client)
  if (issuer === undefined)
    throw new CommandError(
      `there is no issuer at ${url}: name one with --issuer, such as http://localhost:4000/issuer`,
    )
  if (issuer !== url)
    throw new CommandError(`the issuer at ${url} calls itself ${issuer}: reach it there, with --issuer`)
  return { url, client }
}

async function findName(client: IssuerLink['client']): Promise<string | undefined> {
  try {
    const { body } = await client.getMetadata({})
    return typeof body?.issuer === 'string' ? oneLine(body.issuer) : undefined
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

export function speakAs({ url, client }: IssuerLink, key: PrivateJwk): IssuerSpeaker {
  return {
    client,
    audience: url,
    fingerprint: fingerprintOf(key),
    sign: (members, options) => signToken(key, members, options),
  }
}

/** The service's error text in one line. */
export function tellRefusal({ status, headers, body }: Refusal): CommandError {
  const { detail, message } = { ...(body as { detail?: unknown; message?: unknown } | undefined) }
  const wait = headers.get('retry-after')
  const said = detail ?? message
  const words = typeof said === 'string' ? oneLine(said) : `the server refuses with ${status}`
  return new CommandError(wait === null ? words : `${words} (wait ${oneLine(wait)} s)`)
}

/**
 * Removes terminal control codes and marks that change the direction of text (UAX 9 §2), since others wrote the text.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '?')
}
