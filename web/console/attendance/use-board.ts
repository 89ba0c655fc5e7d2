import { useEffect, useState } from 'preact/hooks'
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
    const look = async (count: number) => {
      const withSessions = count % SESSIONS_EVERY === 0
      const { body } = await consoleEvents.getAttendanceBoard({ ...asked, query: { ...of, withSessions } })
      setBoard(body)
      if (body.sessions !== undefined) setSessions(body.sessions)
      if (count % FLOW_EVERY === 0)
        setFlow((await consoleEvents.getAttendanceFlow({ ...asked, query: of })).body)
    }
    void follow(look, over.signal, setStale)
    return () => over.abort()
  }, [eventId, sessionId, turn])
  return { board, sessions, flow, isStale, refresh: () => setTurn(turn + 1) }
}

async function follow(
  look: (count: number) => Promise<void>,
  over: AbortSignal,
  setStale: (isStale: boolean) => void,
): Promise<void> {
  for (let count = 0; !over.aborted; ) {
    try {
      if (!document.hidden) {
        await look(count)
        count += 1
        setStale(false)
      }
    } catch {
      if (!over.aborted) setStale(true)
    }
    await new Promise((resolve) => setTimeout(resolve, BOARD_MS))
  }
}
