import { signal } from '@preact/signals'
import type { ComponentProps, FunctionComponent } from 'preact'
import { useEffect } from 'preact/hooks'
import type { parts } from './later.tsx'

type Parts = typeof parts

const loaded = signal<Parts | undefined>(undefined)

/** Loads all parts, and gives the work that they do at every start. */
export async function loadParts(): Promise<() => Promise<void>> {
  const { parts, settle } = await import('./later.tsx')
  loaded.value = parts
  return settle
}

/** A part of the app that is loaded when it is first shown. */
export function onDemand<Name extends keyof Parts>(
  name: Name,
): FunctionComponent<ComponentProps<Parts[Name]>> {
  return (props) => {
    // Usually it is there by then: everything is loaded after the start, and kept for use without a network.
    useEffect(() => {
      if (loaded.peek() === undefined) loadParts().catch(() => undefined)
    }, [])
    const Part = loaded.value?.[name] as FunctionComponent<typeof props> | undefined
    return Part === undefined ? null : <Part {...props} />
  }
}
