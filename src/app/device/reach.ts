import { parseUrl } from '../../kernel/text/url.ts'
import { CommandError } from '../commands/base/command-error.ts'

const ANSWER_LIMIT_MS = 30_000

/** A service, with the names that the device's owner knows. */
type Service = { readonly url: string; readonly name: string; readonly option: string }

export function readAddress(address: string, { name, option }: Omit<Service, 'url'>): Service {
  const url = address.replace(/\/+$/, '')
  if (!/^https?:$/.test(parseUrl(url)?.protocol ?? ''))
    throw new CommandError(
      `${option} takes an address such as http://localhost:4000/${option.replace('--', '')}`,
    )
  return { url, name, option }
}

/**
 * Reads the whole response, so that a connection that breaks in the middle is reported like one that failed to open.
 */
export function reaching(service: Service): typeof fetch {
  return async (input, init) => {
    try {
      const response = await fetch(input, { ...init, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })
      const bytes = await response.arrayBuffer()
      const { status, headers } = response
      return new Response(bytes.byteLength === 0 ? null : bytes, { status, headers })
    } catch (error) {
      throw unreachable(service, error)
    }
  }
}

function unreachable({ url, name, option }: Service, error: unknown): CommandError {
  const { cause, name: kind } = error as Error
  const { code, message } = (cause ?? {}) as NodeJS.ErrnoException
  return new CommandError(
    `the ${name} at ${url} does not answer (${code ?? message ?? kind}): start it with \`lanyard serve\`, or name another with ${option}`,
  )
}
