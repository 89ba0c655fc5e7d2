import { useEffect, useState } from 'preact/hooks'
import { connectRegistrationPage } from '../../../src/client/registration-page.ts'
import type { Places } from '../base/view.ts'

const EVERY_MS = 10_000

/** Remaining places, updated while the page is visible (without a path: constant) by conditional requests. */
export function useLivePlaces(path: string | undefined, first: Places): Places {
  const [places, setPlaces] = useState(first)
  useEffect(() => {
    if (path === undefined) return undefined
    const at = path.lastIndexOf('/')
    const code = decodeURIComponent(path.slice(at + 1))
    const client = connectRegistrationPage({ url: location.origin + path.slice(0, at) })
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      const { body } = await client.readPlaces({ params: { code } })
      setPlaces(body)
    }
    // Failures are ignored and retried: the number shown is only older.
    const timer = setInterval(() => void ask().catch(() => undefined), EVERY_MS)
    return () => clearInterval(timer)
  }, [path])
  return places
}
