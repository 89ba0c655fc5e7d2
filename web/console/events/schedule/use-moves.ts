import { useRef, useState } from 'preact/hooks'
import { problemOf } from '../../../ui/problems/problem.ts'
import { registration } from '../../base/services.ts'
import { matchOf } from '../base/event.ts'
import type { SessionAnswer } from '../base/event-parts.ts'
import { failureText } from '../base/failure.ts'
import { text } from '../base/texts.ts'
import { isSameMove, type Move, wallClockOf } from './move.ts'

type Done = { readonly id: string; readonly before: Move }
type Told = { readonly text: string; readonly isBad: boolean; readonly again?: () => void }

export type Moves = ReturnType<typeof useMoves>

type MovesOptions = {
  zone: string
  /** The session as it is known now. */
  find(id: string): SessionAnswer | undefined
  put(session: SessionAnswer): void
}

/** Saves moves at once, one after the other, and can undo them. */
export function useMoves({ zone, find, put }: MovesOptions) {
  const [done, setDone] = useState<readonly Done[]>([])
  /** The last event, for the bar below the schedule and for screen readers. */
  const [told, setTold] = useState<Told>()
  const queue = useRef(Promise.resolve())
  const start = (session: SessionAnswer, move: Move, isUndo = false) => {
    if (isSameMove(session, move)) return
    put({ ...session, ...move })
    setTold({ text: text('moveSaving'), isBad: false })
    const finish = (saved: SessionAnswer) => {
      put(saved)
      const { start: from, end, room } = session
      if (!isUndo) setDone((known) => [...known, { id: saved.id, before: { start: from, end, room } }])
      setTold({ text: text(isUndo ? 'moveUndone' : 'moveDone', placeOf(saved, zone)), isBad: false })
    }
    const fail = (failed: Failed) => {
      put(failed.session)
      setTold({
        text: failed.text,
        isBad: true,
        ...(failed.isChanged ? { again: () => start(failed.session, move) } : {}),
      })
    }
    queue.current = queue.current.then(() =>
      // An earlier move may have changed the session's version.
      writeMove(find(session.id) ?? session, move).then(finish, async (error: unknown) =>
        fail(await explain(session, error, zone)),
      ),
    )
  }
  const undo = () => {
    const last = done.at(-1)
    const session = last === undefined ? undefined : find(last.id)
    setDone(done.slice(0, -1))
    if (last !== undefined && session !== undefined) start(session, last.before, true)
  }
  return { told, canUndo: done.length > 0, move: start, undo }
}

async function writeMove(session: SessionAnswer, move: Move): Promise<SessionAnswer> {
  const params = { eventId: session.eventId, sessionId: session.id }
  return (await registration.updateEventSession({ params, headers: matchOf(session), body: move })).body
}

type Failed = { readonly session: SessionAnswer; readonly text: string; readonly isChanged: boolean }

/** Why a move was not saved, and the session's state on the server. */
async function explain(session: SessionAnswer, error: unknown, zone: string): Promise<Failed> {
  const problem = problemOf(error)
  if (problem.code === 'version-changed') {
    const params = { eventId: session.eventId, sessionId: session.id }
    const theirs = await registration.getEventSession({ params }).catch(() => undefined)
    if (theirs?.body !== undefined)
      return { session: theirs.body, text: text('moveChanged', placeOf(theirs.body, zone)), isChanged: true }
  }
  return { session, text: failureText(problem), isChanged: false }
}

function placeOf({ title, start, end, room }: SessionAnswer, zone: string) {
  return { title, from: wallClockOf(start, zone), to: wallClockOf(end, zone), room: room || text('noRoom') }
}
