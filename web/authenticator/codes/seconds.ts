import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** The time for showing codes; updated every second while the page is visible. */
export const now = signal(Date.now())

export function useSeconds(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      clearTimeout(timer)
      now.value = Date.now()
      if (!document.hidden) timer = setTimeout(tick, 1_000 - (Date.now() % 1_000))
    }
    tick()
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
}
