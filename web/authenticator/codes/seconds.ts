import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** The time as codes show it: it moves once a second, while somebody can see it. */
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
