import { createContext } from 'preact'
import { useContext, useMemo, useState } from 'preact/hooks'
import { connectEvent } from './connect.ts'
import type { EventView, SessionView } from './view.ts'

type OpenDay = (day: string) => Promise<void>

const Days = createContext<OpenDay | undefined>(undefined)
export const DaysProvider = Days.Provider

/** Loads a day of a long programme; undefined if links and buttons must do it. */
export function useOpenDay(): OpenDay | undefined {
  return useContext(Days)
}

/** The event with the days that were loaded since, and the last one of them. Without a path nothing can be loaded. */
export function useProgramme(event: EventView, path: string | undefined) {
  const [loaded, setLoaded] = useState<ReadonlyMap<string, readonly SessionView[]>>(new Map())
  const [day, setDay] = useState(event.day)
  const openDay = async (wanted: string) => {
    const { client, code } = connectEvent(path ?? '')
    const { body } = await client.readDay({ params: { code, day: wanted } })
    setLoaded((known) => new Map([...known, [wanted, body.sessions]]))
    setDay(wanted)
  }
  const whole = useMemo(() => withDays(event, loaded), [event, loaded])
  return { event: whole, day, openDay: path === undefined || event.days === null ? undefined : openDay }
}

function withDays(event: EventView, loaded: ReadonlyMap<string, readonly SessionView[]>): EventView {
  if (event.days === null || loaded.size === 0) return event
  const fresh = [...loaded.values()].flat()
  const ids = new Set(fresh.map(({ id }) => id))
  return {
    ...event,
    sessions: [...event.sessions.filter(({ id }) => !ids.has(id)), ...fresh],
    days: event.days.map((one) => (loaded.has(one.day) ? { ...one, isWhole: true } : one)),
  }
}
