import { useEffect, useRef } from 'preact/hooks'

/** After an attempt, focuses the first invalid field of the form; a screen reader announces the reason. */
export function useFirstError(after: readonly unknown[]) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>('input[aria-invalid="true"]')?.select()
  }, after)
  return form
}
