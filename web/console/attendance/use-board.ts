import { useEffect, useState } from 'preact/hooks'
import { repeatWhileSeen } from '../../ui/offline/poll.ts'
import { type Answered, consoleEvents } from '../base/services.ts'

export type Board = Answered<typeof consoleEvents.getAttendanceBoard>
export type Flow = Answered<typeof consoleEvents.getAttendanceFlow>
export type DoorPerson = Board['latest'][number]

const BOARD_MS = 2_000
/** Sessions and the chart change slowly: they are read with every nth update of the board. */
const SESSIONS_EVERY = 5
const FLOW_EVERY = 10

/** The attendance figures of a place, updated while the page is visible. */
export function useBoard(eventId: string, sessionId: string | undefined) {
  const [board, setBoard] = useState<Board>()
  const [sessions, setSessions] = useState<NonNullable<Board['sessions']>>([])
  const [flow, setFlow] = useState<Flow>()
  /** The server is not answering at the moment. */
  const [isStale, setStale] = useState(false)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    setBoard(undefined)
    setFlow(undefined)
    const over = new AbortController()
    const asked = { params: { eventId }, signal: over.signal }
    const of = sessionId === undefined ? {} : { sessionId }
    let count = 0
    const read = async () => {
      const withSessions = count % SESSIONS_EVERY === 0
      const { body } = await consoleEvents.getAttendanceBoard({ ...asked, query: { ...of, withSessions } })
      setBoard(body)
      if (body.sessions !== undefined) setSessions(body.sessions)
      if (count % FLOW_EVERY === 0)
        setFlow((await consoleEvents.getAttendanceFlow({ ...asked, query: of })).body)
      count += 1
    }
    const look = async () => {
      try {
        await read()
        setStale(false)
      } catch {
        if (!over.signal.aborted) setStale(true)
      }
    }
    const stop = repeatWhileSeen(look, BOARD_MS)
    return () => {
      stop()
      over.abort()
    }
  }, [eventId, sessionId, turn])
  return { board, sessions, flow, isStale, refresh: () => setTurn(turn + 1) }
}
