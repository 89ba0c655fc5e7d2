import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'

const Enhanced = createContext(false)
export const EnhancedProvider = Enhanced.Provider

/** False on the server and until the script has started: then everything works by links and form buttons. */
export function useEnhanced(): boolean {
  return useContext(Enhanced)
}

/** True from the second rendering on: the first must equal the server's. */
export function useSecondRendering(): boolean {
  const [isSecond, setSecond] = useState(false)
  useEffect(() => setSecond(true), [])
  return isSecond
}
