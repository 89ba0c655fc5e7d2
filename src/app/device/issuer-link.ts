import { type Client, createClient, Refusal } from '../../client/client.ts'
import { operations } from '../../issuer/operations.ts'
import { CommandError } from '../commands/command-error.ts'

const ANSWER_LIMIT_MS = 30_000

/** The issuer as a device speaks to it. `url` is the audience of its tokens. */
export type IssuerLink = { readonly url: string; readonly client: Client<typeof operations> }

/** RFC 8414 §3.3: an issuer that calls itself otherwise might pass the device's tokens on to that other one. */
export async function connectIssuer(address: string): Promise<IssuerLink> {
  const url = address.replace(/\/+$/, '')
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
    throw new CommandError('--issuer takes an address such as http://localhost:4000/issuer')
  const client = createClient(operations, { url, fetch: reaching(url) })
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

/** Reads the whole answer, so that a connection that breaks in its middle is told like one that was never made. */
function reaching(url: string): typeof fetch {
  return async (input, init) => {
    try {
      const response = await fetch(input, { ...init, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })
      const bytes = await response.arrayBuffer()
      const { status, headers } = response
      return new Response(bytes.byteLength === 0 ? null : bytes, { status, headers })
    } catch (error) {
      throw unreachable(url, error)
    }
  }
}

function unreachable(url: string, error: unknown): CommandError {
  const { cause, name } = error as Error
  const { code, message } = (cause ?? {}) as NodeJS.ErrnoException
  return new CommandError(
    `the issuer at ${url} does not answer (${code ?? message ?? name}): start it with \`lanyard serve\`, or name another with --issuer`,
  )
}

/** What the issuer says of its refusal. */
export function labelOf(error: unknown): string | undefined {
  return error instanceof Refusal ? (error.body as { title?: string } | undefined)?.title : undefined
}

/** The issuer's own words in one line. */
export function tellRefusal({ status, headers, body }: Refusal): CommandError {
  const { detail } = { ...(body as { detail?: unknown } | undefined) }
  const wait = headers.get('retry-after')
  const words = typeof detail === 'string' ? oneLine(detail) : `the issuer refuses with ${status}`
  return new CommandError(wait === null ? words : `${words} (wait ${oneLine(wait)} s)`)
}

/** Others wrote it: it may hold a terminal's control codes, or marks that turn the writing around (UAX 9 §2). */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '?')
}
