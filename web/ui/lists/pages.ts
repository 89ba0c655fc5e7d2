import { useEffect, useRef, useState } from 'preact/hooks'
import { type Asked, useAsked } from '../ask.ts'
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

/** The pages after the first one. They are shown only with it: a reload starts again. */
type Further<T> = { readonly first: ListPage<T>; readonly pages: readonly ListPage<T>[] }

/** A list requested one page at a time; another key starts another list. */
export function usePages<T>(
  key: string,
  ask: (cursor: string | undefined, signal: AbortSignal) => Promise<ListPage<T>>,
): Pages<T> {
  const { loaded, reload } = useAsked(key, (signal) => ask(undefined, signal))
  const [further, setFurther] = useState<Further<T>>()
  const [isBusy, setBusy] = useState(false)
  const first = loaded.status === 'done' ? loaded.value : undefined
  const over = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    over.current = controller
    return () => controller.abort()
  }, [first])
  if (loaded.status !== 'done') return { loaded, reload, more: undefined, isBusy, isLong: false }
  const pages = [loaded.value, ...(further?.first === loaded.value ? further.pages : [])]
  const next = pages.at(-1)?.body.nextCursor ?? undefined
  const addMore = async () => {
    const { signal } = over.current
    setBusy(true)
    try {
      const page = await ask(next, signal)
      if (!signal.aborted) setFurther({ first: loaded.value, pages: [...pages.slice(1), page] })
    } catch (error) {
      if (!signal.aborted) showToast(problemText(error))
    }
    setBusy(false)
  }
  const more = next === undefined || isBusy ? undefined : () => void addMore()
  const value = pages.flatMap(({ body }) => body.data)
  return { loaded: { status: 'done', value }, reload, more, isBusy, isLong: pages.length > 1 }
}
