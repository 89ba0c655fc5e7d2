import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'

const Enhanced = createContext(false)
export const EnhancedProvider = Enhanced.Provider

/** False on the server and before the script has taken over: then everything works by links and buttons of forms. */
export function useEnhanced(): boolean {
  return useContext(Enhanced)
}

/** True from the second rendering on: the first is the server's. */
export function useSecondRendering(): boolean {
  const [isSecond, setSecond] = useState(false)
  useEffect(() => setSecond(true), [])
  return isSecond
}
