import type { ApiSummary, OperationSummary } from '../base/product.ts'

export type Filled = {
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly header: Readonly<Record<string, string>>
  readonly body: { readonly type: string; readonly text: string } | undefined
}

export type Call = {
  readonly api: ApiSummary
  readonly operation: OperationSummary
  readonly filled: Filled
}

/** The URL of the request, below the API's base path. */
function targetOf({ operation, filled: { path, query } }: Call): string {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_slot, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  )
  const given = Object.entries(query).filter(([, value]) => value !== '')
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given)}`
}

function headersOf({ header, body }: Filled): [name: string, value: string][] {
  const given = Object.entries(header).filter(([, value]) => value !== '')
  return body === undefined ? given : [...given, ['Content-Type', body.type]]
}

export function sendCall(call: Call, key: string, signal: AbortSignal): Promise<Response> {
  const { api, operation, filled } = call
  const headers = new Headers(headersOf(filled))
  if (api.keyHeader !== undefined && key !== '') headers.set(api.keyHeader, key)
  return fetch(api.basePath + targetOf(call), {
    method: operation.method,
    headers,
    signal,
    credentials: 'omit',
    cache: 'no-store',
    ...(filled.body === undefined ? {} : { body: filled.body.text }),
  })
}

/** The same request as a shell command, without the key. */
export function writeCurl(call: Call): string {
  const { api, operation, filled } = call
  const parts = [
    operation.method === 'GET'
      ? 'curl'
      : operation.method === 'HEAD'
        ? 'curl -I'
        : `curl -X ${operation.method}`,
    quote(api.url + targetOf(call)),
    ...(operation.keyed && api.keyHeader !== undefined ? [`-H "${api.keyHeader}: $KEY"`] : []),
    ...headersOf(filled).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(filled.body === undefined ? [] : [`--data-binary ${quote(filled.body.text)}`]),
  ]
  return parts.join(' \\\n  ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
