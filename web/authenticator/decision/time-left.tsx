import { useEffect, useState } from 'preact/hooks'
import { text } from '../base/texts.ts'
import { serverNow } from '../keys/server-time.ts'
import { clockTime } from './clock-time.ts'

const TICK_MS = 500

/** Milliseconds until `expiresAt`; 0 once it has passed. */
export function useTimeLeft(expiresAt: string | null): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (expiresAt === null) return
    const timer = setInterval(() => setNow(serverNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [expiresAt])
  return expiresAt === null ? Number.POSITIVE_INFINITY : Math.max(0, Date.parse(expiresAt) - now)
}

/** Renders nothing if there is no expiry time. */
export function TimeLeft({ expiresAt }: { expiresAt: string | null }) {
  const ms = useTimeLeft(expiresAt)
  if (expiresAt === null) return null
  const isShort = ms < 30_000
  return (
    <span class={isShort ? 'time-left short' : 'time-left'} role="timer">
      {text('requestTimeLeft', { time: clockTime(ms) })}
    </span>
  )
}
