import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Problem, problemOf } from '../../../ui/problem.ts'
import { consoleEvents, registration } from '../../services.ts'
import type { Registration } from '../setting.ts'
import type { Definition } from '../views/definition.ts'
import { readPackedIds } from './packed-ids.ts'
import { RowSource } from './row-source.ts'

type Found = {
  readonly key: string
  readonly count: number
  readonly complete: boolean
  readonly packed: string
}

export type Rows = {
  readonly count: number
  readonly complete: boolean
  readonly isSearching: boolean
  readonly problem: Problem | undefined
  readonly source: RowSource<Registration>
  /** Somebody registered, or changed something, since the table was read. */
  readonly isStale: boolean
  /** Ids of a stretch of the table. */
  idsOf(first: number, end: number): readonly string[]
  reload(): void
}

const LOOK_MS = 10_000

/** What a definition finds: first the ids of everything in its order, then the rows that are in sight. */
export function useRows(eventId: string, definition: Definition): Rows {
  const { filter, q, sort } = definition
  const asked = JSON.stringify([eventId, filter ?? null, q ?? '', sort])
  const [turn, setTurn] = useState(0)
  const [found, setFound] = useState<Found>()
  const [failed, setFailed] = useState<{ key: string; problem: Problem }>()
  const [, redraw] = useState(0)
  const key = `${asked} ${turn}`
  useEffect(() => {
    const over = new AbortController()
    const body = {
      ...(filter === undefined ? {} : { filter }),
      ...(q ? { q } : {}),
      sort: sort.map((s) => ({ ...s })),
    }
    consoleEvents.searchRegistrationIds({ params: { eventId }, body, signal: over.signal }).then(
      ({ body: { count, complete, ids } }) => {
        if (over.signal.aborted) return
        setFound({ key, count, complete, packed: ids })
        setFailed(undefined)
      },
      (error: unknown) => {
        if (!over.signal.aborted) setFailed({ key, problem: problemOf(error) })
      },
    )
    return () => over.abort()
  }, [key])
  const idsOf = (first: number, end: number) =>
    found === undefined ? [] : readPackedIds(found.packed, first, Math.min(end, found.count))
  const source = useMemo(
    () =>
      new RowSource<Registration>({
        count: found?.count ?? 0,
        idsOf,
        read: async (ids, signal) =>
          (await consoleEvents.readRegistrations({ params: { eventId }, body: { ids: [...ids] }, signal }))
            .body.data,
        onChange: () => redraw((count) => count + 1),
        onFailure: (error) => setFailed({ key, problem: problemOf(error) }),
      }),
    [found],
  )
  useEffect(() => () => source.close(), [source])
  return {
    count: found?.count ?? 0,
    complete: found?.complete ?? true,
    isSearching: found?.key !== key && failed?.key !== key,
    problem: failed?.key === key ? failed.problem : undefined,
    source,
    isStale: useStale(eventId, found),
    idsOf,
    reload: () => setTurn((count) => count + 1),
  }
}

/** Asks now and then whether anything has changed since; not while nobody looks. */
function useStale(eventId: string, since: object | undefined): boolean {
  const [stale, setStale] = useState<object>()
  const token = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (since === undefined) return
    const over = new AbortController()
    token.current = undefined
    const look = async () => {
      if (document.visibilityState === 'hidden') return
      const known = token.current
      const { headers, body } = await registration.listRegistrations({
        params: { eventId },
        query: { pageSize: 1, ...(known === undefined ? {} : { updatedSince: known }) },
        signal: over.signal,
      })
      if (known === undefined) token.current = headers.get('x-sync-token') ?? undefined
      else if ((body as { data: readonly unknown[] }).data.length > 0) setStale(since)
    }
    const again = () => void look().catch(() => undefined)
    again()
    const timer = setInterval(again, LOOK_MS)
    return () => {
      clearInterval(timer)
      over.abort()
    }
  }, [since])
  return since !== undefined && stale === since
}
