import { useRef, useState } from 'preact/hooks'

type Action = {
  readonly isBusy: boolean
  readonly failure: string | undefined
  /** Does the work, unless it is being done; says what went wrong. */
  run(work: () => Promise<void>): void
}

/** Something that takes a while and may fail. */
export function useAction(tell: (error: unknown) => string): Action {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const running = useRef(false)
  const run = async (work: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setFailure(undefined)
    await work().catch((error: unknown) => setFailure(tell(error)))
    running.current = false
    setBusy(false)
  }
  return { isBusy, failure, run: (work) => void run(work) }
}
