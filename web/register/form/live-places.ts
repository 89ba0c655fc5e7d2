import { useEffect, useState } from 'preact/hooks'
import { repeatWhileSeen } from '../../ui/offline/poll.ts'
import { connectEvent } from '../base/connect.ts'
import type { Places } from '../base/view.ts'

const EVERY_MS = 10_000

type Asked = {
  /** The event's; undefined leaves the places as they are. */
  path: string | undefined
  /** The day of a long programme whose sessions are shown. */
  day: string | null
}

/** Remaining places, asked for at once, and then while the page is visible by conditional requests. */
export function useLivePlaces({ path, day }: Asked, first: Places): Places {
  const [places, setPlaces] = useState(first)
  useEffect(() => {
    if (path === undefined) return undefined
    const { client, code } = connectEvent(path)
    let isOver = false
    const ask = async () => {
      const { body } = await client.readPlaces({ params: { code }, query: day === null ? {} : { day } })
      if (isOver) return
      // The answer about one day leaves the sessions of the others out.
      setPlaces((known) => (day === null ? body : { ...body, left: { ...known.left, ...body.left } }))
    }
    // Failures are ignored and retried: the number shown is only older.
    const stop = repeatWhileSeen(() => ask().catch(() => undefined), EVERY_MS)
    return () => {
      isOver = true
      stop()
    }
  }, [path, day])
  return places
}
