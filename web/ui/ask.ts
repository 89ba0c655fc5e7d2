import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { problemText } from './problems/problem-text.ts'
import { showToast } from './toast.tsx'

export type Loaded<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'done'; readonly value: T }
  | { readonly status: 'failed'; readonly detail: string; readonly retry: () => void }

/** Data requested from a service. It stays on the screen while it is requested again. */
export type Asked<T> = {
  readonly loaded: Loaded<T>
  /** Requests it again. */
  reload(): void
  /** Shows a value that is already known, such as the answer to a change. */
  put(value: T): void
}

type State<T> = { key: string; value?: { of: T }; detail?: string }

/** `key` identifies the request: another key starts another request. */
export function useAsked<T>(key: string, ask: (signal: AbortSignal) => Promise<T>): Asked<T> {
  const [state, setState] = useState<State<T>>({ key })
  const [turn, setTurn] = useState(0)
  const latest = useRef(ask)
  latest.current = ask
  /** Whether something is shown: a failed reload does not remove it. */
  const known = useRef(false)
  known.current = state.key === key && state.value !== undefined
  useEffect(() => {
    const over = new AbortController()
    latest.current(over.signal).then(
      (of) => {
        if (!over.signal.aborted) setState({ key, value: { of } })
      },
      (error: unknown) => {
        if (over.signal.aborted) return
        const detail = problemText(error)
        if (known.current) showToast(detail)
        else setState({ key, detail })
      },
    )
    return () => over.abort()
  }, [key, turn])
  const reload = useCallback(() => setTurn((count) => count + 1), [])
  const put = useCallback((of: T) => setState({ key, value: { of } }), [key])
  const current = state.key === key ? state : { key }
  if (current.value !== undefined) return { loaded: { status: 'done', value: current.value.of }, reload, put }
  if (current.detail === undefined) return { loaded: { status: 'loading' }, reload, put }
  const retry = () => {
    setState({ key })
    reload()
  }
  return { loaded: { status: 'failed', detail: current.detail, retry }, reload, put }
}

/** The same for the body of a call's answer. */
export function useAnswer<T>(key: string, call: (signal: AbortSignal) => Promise<{ body: T }>): Asked<T> {
  return useAsked(key, async (signal) => (await call(signal)).body)
}
