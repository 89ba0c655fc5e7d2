import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Loaded } from '../ask.ts'
import { ErrorState, Skeleton } from './states.tsx'

const kept = new Map<string, Promise<unknown>>()
const ready = new Map<string, unknown>()

/** Loads a path once; a failed load is retried. */
export function useLoaded<T>(path: string, read: (response: Response) => Promise<T>): Loaded<T> {
  const [, redraw] = useState(0)
  const [failure, setFailure] = useState<{ path: string; detail: string }>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let over = false
    const loading = kept.get(path) ?? ask(path, read)
    kept.set(path, loading)
    loading.then(
      (value) => {
        ready.set(path, value)
        if (!over) redraw((count) => count + 1)
      },
      (error: unknown) => {
        kept.delete(path)
        if (!over) setFailure({ path, detail: error instanceof Error ? error.message : String(error) })
      },
    )
    return () => {
      over = true
    }
  }, [path, attempt])
  if (ready.has(path)) return { status: 'done', value: ready.get(path) as T }
  if (failure?.path !== path) return { status: 'loading' }
  const retry = () => {
    setFailure(undefined)
    setAttempt(attempt + 1)
  }
  return { status: 'failed', detail: failure.detail, retry }
}

async function ask<T>(path: string, read: (response: Response) => Promise<T>): Promise<T> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim())
  return read(response)
}

type AwaitProps<T> = { loaded: Loaded<T>; children: (value: T) => ComponentChildren }

/** Shows that something is loading, what went wrong, or the result. */
export function Await<T>({ loaded, children }: AwaitProps<T>) {
  if (loaded.status === 'loading') return <Skeleton />
  if (loaded.status === 'failed') return <ErrorState detail={loaded.detail} onRetry={loaded.retry} />
  return <>{children(loaded.value)}</>
}
