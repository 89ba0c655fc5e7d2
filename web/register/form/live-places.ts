import { useEffect, useState } from 'preact/hooks'
import { connectRegistrationPage } from '../../../src/client/registration-page.ts'
import type { Places } from '../base/view.ts'

const EVERY_MS = 10_000

/** What is left now, as long as somebody looks at the page; without a path it stays as it was. The browser asks with what it knows: mostly nothing has changed. */
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
    // What cannot be asked now is asked again later: the number on the page is only older.
    const timer = setInterval(() => void ask().catch(() => undefined), EVERY_MS)
    return () => clearInterval(timer)
  }, [path])
  return places
}
