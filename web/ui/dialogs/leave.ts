import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** What the Cancel button of the dialog around it does. */
export const Leave = createContext<(() => void) | undefined>(undefined)

/** Closes the dialog, but asks before it discards what was typed; outside a dialog, `onClose` is called at once. */
export function useLeave(onClose: () => void): () => void {
  return useContext(Leave) ?? onClose
}
