import { Refusal } from '../client.ts'
import type { connectIssuer, connectTwofactor } from '../services.ts'
import type { TokenMembers, TokenOptions } from './token.ts'

/** A key of this device and the service that it calls. */
type Speaker<C> = {
  readonly client: C
  /** The service's own name for itself, used as the audience (`aud`) of tokens for it. */
  readonly audience: string
  sign(members: TokenMembers, options?: TokenOptions): Promise<string>
}

export type IssuerSpeaker = Speaker<ReturnType<typeof connectIssuer>> & { readonly fingerprint: string }
export type TwofactorSpeaker = Speaker<ReturnType<typeof connectTwofactor>>

/** Gets a token that lets the device read the requests waiting for it. */
export async function authorize({
  audience,
  sign,
}: Pick<Speaker<unknown>, 'audience' | 'sign'>): Promise<Record<string, string>> {
  return { authorization: `JWT ${await sign({ aud: audience, purpose: 'inbox' })}` }
}

/** The issuer's machine-readable label for a refusal. */
export function labelOf(error: unknown): string | undefined {
  if (!(error instanceof Refusal)) return undefined
  const { title }: { title?: unknown } = Object(error.body)
  return typeof title === 'string' ? title : undefined
}

/** The key that took over from a revoked one, if the refusal names it. */
export function successorOf(error: unknown): string | undefined {
  if (!(error instanceof Refusal)) return undefined
  const { successor }: { successor?: unknown } = Object(error.body)
  return typeof successor === 'string' ? successor : undefined
}
