import { useEffect, useMemo, useState } from 'preact/hooks'
import { repeatWhileSeen } from '../../../ui/offline/poll.ts'
import { type Problem, problemOf } from '../../../ui/problems/problem.ts'
import { consoleEvents, registration } from '../../base/services.ts'
import type { Registration } from '../base/setting.ts'
import type { Definition } from '../views/definition.ts'
import { readPackedIds } from './packed-ids.ts'
import { RowSource } from './row-source.ts'

type Found = {
  readonly key: string
  readonly count: number
  readonly complete: boolean
  readonly packed: string
  /** The sync token from just before the search. */
  readonly token: string | undefined
}

export type Rows = ReturnType<typeof useRows>

const LOOK_MS = 5_000

/** Nothing was found, as far as the server answered: a message takes the place of the table. */
export function isVoid({ count, isSearching, problem }: Rows): boolean {
  return count === 0 && !isSearching && problem === undefined
}

/** The results of a definition: first all ids in order, then the visible rows. */
export function useRows(eventId: string, definition: Definition) {
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
    const search = async (): Promise<Found> => {
      const { token } = await readNews(eventId, undefined, over.signal)
      const { body: answer } = await consoleEvents.searchRegistrationIds({
        params: { eventId },
        body,
        signal: over.signal,
      })
      return { key, count: answer.count, complete: answer.complete, packed: answer.ids, token }
    }
    search().then(
      (answer) => {
        if (over.signal.aborted) return
        setFound(answer)
        setFailed(undefined)
      },
      (error: unknown) => {
        if (!over.signal.aborted) setFailed({ key, problem: problemOf(error) })
      },
    )
    return () => over.abort()
  }, [key])
  /** The ids of a range of the table. */
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
    /** True if registrations were added or changed since the table was read. */
    isStale: useStale(eventId, found),
    idsOf,
    reload: () => setTurn((count) => count + 1),
  }
}

/** Whether anything has changed since a sync token, and the current token. */
async function readNews(eventId: string, token: string | undefined, signal: AbortSignal) {
  const { headers, body } = await registration.listRegistrations({
    params: { eventId },
    query: { pageSize: 1, ...(token === undefined ? {} : { updatedSince: token }) },
    signal,
  })
  const { data } = body as { data: readonly unknown[] }
  return { token: headers.get('x-sync-token') ?? undefined, isNews: data.length > 0 }
}

/** Checks regularly whether anything has changed since the table was read. */
function useStale(eventId: string, found: Found | undefined): boolean {
  const [stale, setStale] = useState<Found>()
  useEffect(() => {
    const token = found?.token
    if (token === undefined) return
    const over = new AbortController()
    const look = async () => {
      const news = await readNews(eventId, token, over.signal).catch(() => undefined)
      if (news?.isNews === true && !over.signal.aborted) setStale(found)
    }
    const stop = repeatWhileSeen(look, LOOK_MS)
    return () => {
      stop()
      over.abort()
    }
  }, [found])
  return found !== undefined && stale === found
}
