import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Asked } from '../ask.ts'
import { problemText } from '../problems/problem-text.ts'
import { showToast } from '../toast.tsx'

/** A server's answer with one page of a list. */
export type ListPage<T> = {
  readonly body: { readonly data: readonly T[]; readonly nextCursor?: string | null | undefined }
}

export type Pages<T> = Pick<Asked<readonly T[]>, 'loaded' | 'reload'> & {
  /** Undefined if there are no more pages. */
  readonly more: (() => void) | undefined
  readonly isBusy: boolean
  /** Whether more than the first page is shown. */
  readonly isLong: boolean
}

type State<T> = {
  key: string
  items?: readonly T[]
  next?: string | undefined
  detail?: string
  isLong?: true
}

/** A list requested one page at a time; another key starts another list. */
export function usePages<T>(
  key: string,
  ask: (cursor: string | undefined, signal: AbortSignal) => Promise<ListPage<T>>,
): Pages<T> {
  const [state, setState] = useState<State<T>>({ key })
  const [turn, setTurn] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const latest = useRef(ask)
  latest.current = ask
  /** Whether something is shown: a failed reload does not remove it. */
  const known = useRef(false)
  known.current = state.key === key && state.items !== undefined
  const over = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    over.current = controller
    latest.current(undefined, controller.signal).then(
      (page) => !controller.signal.aborted && setState({ key, ...partsOf(page) }),
      (error: unknown) => {
        if (controller.signal.aborted) return
        const detail = problemText(error)
        if (known.current) showToast(detail)
        else setState({ key, detail })
      },
    )
    return () => controller.abort()
  }, [key, turn])
  const reload = useCallback(() => setTurn((count) => count + 1), [])
  const current: State<T> = state.key === key ? state : { key }
  const { items, next, detail } = current
  if (items === undefined) {
    const retry = () => {
      setState({ key })
      reload()
    }
    const loaded =
      detail === undefined ? ({ status: 'loading' } as const) : ({ status: 'failed', detail, retry } as const)
    return { loaded, reload, more: undefined, isBusy, isLong: false }
  }
  const addMore = async () => {
    const { signal } = over.current
    setBusy(true)
    try {
      const page = partsOf(await latest.current(next, signal))
      if (!signal.aborted) setState({ key, items: [...items, ...page.items], next: page.next, isLong: true })
    } catch (error) {
      if (!signal.aborted) showToast(problemText(error))
    }
    setBusy(false)
  }
  const more = next === undefined || isBusy ? undefined : () => void addMore()
  return { loaded: { status: 'done', value: items }, reload, more, isBusy, isLong: current.isLong === true }
}

function partsOf<T>({ body: { data, nextCursor } }: ListPage<T>) {
  return { items: data, next: nextCursor ?? undefined }
}
