import { useRef, useState } from 'preact/hooks'

type Action<Failure> = {
  readonly isBusy: boolean
  readonly failure: Failure | undefined
  /** Runs the work unless it is already running; reports failures. */
  run(work: () => Promise<void>): void
  clear(): void
}

/** An action that takes a while and may fail. */
export function useAction<Failure = string>(tell: (error: unknown) => Failure): Action<Failure> {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const running = useRef(false)
  const run = async (work: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setFailure(undefined)
    await work().catch((error: unknown) => {
      const told = tell(error)
      setFailure(() => told)
    })
    running.current = false
    setBusy(false)
  }
  return { isBusy, failure, run: (work) => void run(work), clear: () => setFailure(undefined) }
}
