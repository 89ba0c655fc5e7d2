import { useRef, useState } from 'preact/hooks'
import { problemOf } from '../../../ui/problem.ts'
import { registration } from '../../services.ts'
import { matchOf } from '../event.ts'
import { failureText } from '../failure.ts'
import { text } from '../texts.ts'
import { isSameMove, type Move, wallClockOf } from './move.ts'
import type { SessionAnswer } from './session.ts'

type Done = { readonly id: string; readonly title: string; readonly before: Move }
type Told = { readonly text: string; readonly isBad: boolean; readonly again?: () => void }

export type Moves = {
  /** What happened last, for the bar below the schedule and for screen readers. */
  readonly told: Told | undefined
  readonly canUndo: boolean
  move(session: SessionAnswer, move: Move): void
  undo(): void
}

type MovesOptions = {
  zone: string
  find(id: string): SessionAnswer | undefined
  put(session: SessionAnswer): void
}

/** Saves a move at once, one after the other, and can take it back. */
export function useMoves({ zone, find, put }: MovesOptions): Moves {
  const [done, setDone] = useState<readonly Done[]>([])
  const [told, setTold] = useState<Told>()
  const queue = useRef(Promise.resolve())
  const finder = useRef(find)
  finder.current = find
  const write = async (id: string, move: Move): Promise<SessionAnswer | undefined> => {
    const session = finder.current(id)
    if (session === undefined) return undefined
    const params = { eventId: session.eventId, sessionId: id }
    const { body } = await registration.updateEventSession({ params, headers: matchOf(session), body: move })
    put(body)
    return body
  }
  const fail = async (session: SessionAnswer, move: Move, error: unknown) => {
    const problem = problemOf(error)
    if (problem.code !== 'version-changed') {
      put(session)
      return setTold({ text: failureText(problem), isBad: true })
    }
    const params = { eventId: session.eventId, sessionId: session.id }
    const { body } = await registration.getEventSession({ params })
    if (body === undefined) return
    put(body)
    setTold({
      text: text('moveChanged', { title: body.title, ...placeOf(body, zone) }),
      isBad: true,
      again: () => start(body, move),
    })
  }
  const start = (session: SessionAnswer, move: Move, isUndo = false) => {
    if (isSameMove(session, move)) return
    put({ ...session, ...move })
    setTold({ text: text('moveSaving'), isBad: false })
    queue.current = queue.current.then(() =>
      write(session.id, move).then(
        (saved) => {
          if (saved === undefined) return
          const { start: from, end, room } = session
          if (!isUndo)
            setDone((known) => [
              ...known,
              { id: saved.id, title: saved.title, before: { start: from, end, room } },
            ])
          setTold({
            text: text(isUndo ? 'moveUndone' : 'moveDone', { title: saved.title, ...placeOf(saved, zone) }),
            isBad: false,
          })
        },
        (error: unknown) =>
          fail(session, move, error).catch(() => setTold({ text: text('failedOffline'), isBad: true })),
      ),
    )
  }
  const undo = () => {
    const last = done.at(-1)
    const session = last === undefined ? undefined : find(last.id)
    setDone((known) => known.slice(0, -1))
    if (last !== undefined && session !== undefined) start(session, last.before, true)
  }
  return { told, canUndo: done.length > 0, move: start, undo }
}

function placeOf({ start, end, room }: SessionAnswer, zone: string) {
  return { from: wallClockOf(start, zone), to: wallClockOf(end, zone), room: room || text('noRoom') }
}
