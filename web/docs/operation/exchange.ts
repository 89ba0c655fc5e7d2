import { useEffect, useRef, useState } from 'preact/hooks'
import { type Call, sendCall } from './request.ts'

export type Exchange = {
  readonly status: number
  readonly ms: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly type: string
  readonly text: string
  /** An image that is safe to show, as a data URL. */
  readonly image: string | undefined
}

export type ExchangeState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'waiting'; readonly exchange?: Exchange }
  | { readonly kind: 'answered'; readonly exchange: Exchange }
  | { readonly kind: 'failed'; readonly detail: string }

/** Sends one request at a time, and shows a stream while it arrives. */
export function useExchange() {
  const [state, setState] = useState<ExchangeState>({ kind: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const send = async (call: Call, key: string) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setState({ kind: 'waiting' })
    let last: Exchange | undefined
    try {
      const startedAt = performance.now()
      const response = await sendCall(call, key, controller.signal)
      const ms = Math.round(performance.now() - startedAt)
      for await (const exchange of readExchange(response, ms)) {
        last = exchange
        if (running.current === controller) setState({ kind: 'waiting', exchange })
      }
    } catch (error) {
      if (running.current !== controller) return
      if (last === undefined)
        return setState({ kind: 'failed', detail: error instanceof Error ? error.message : String(error) })
    }
    if (running.current === controller && last !== undefined) setState({ kind: 'answered', exchange: last })
  }
  return { state, send, stop: () => running.current?.abort() }
}

async function* readExchange(response: Response, ms: number): AsyncGenerator<Exchange> {
  const type = response.headers.get('content-type') ?? ''
  const head = { status: response.status, ms, headers: [...response.headers], type, image: undefined }
  yield { ...head, text: '' }
  if (type.startsWith('image/')) {
    yield { ...head, text: '', image: await toDataAddress(await response.blob()) }
    return
  }
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const chunk = await reader?.read()
    if (chunk === undefined || chunk.done) break
    text += chunk.value
    yield { ...head, text }
  }
  yield { ...head, text: /[/+]json\b/.test(type) ? indent(text) : text }
}

function indent(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}

function toDataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
