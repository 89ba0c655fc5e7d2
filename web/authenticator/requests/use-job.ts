import { useEffect, useState } from 'preact/hooks'
import { Refusal } from '../../../src/client/client.ts'
import type { ScopeJob } from '../../../src/client/device/answers.ts'
import { issuer } from '../base/services.ts'
import { type Failure, readFailure } from '../decision/refusal.ts'
import { noteServerTime } from '../keys/server-time.ts'
import { pause, visible } from '../live/patience.ts'

const HELD_SECONDS = 25
const RETRY_MS = 2_000

type Known =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly failure: Failure; readonly retry: () => void }
  | { readonly status: 'known'; readonly job: ScopeJob }

/** The job's current state and its end: answered elsewhere, cancelled or expired. */
export function useJob(ticket: string): Known {
  const [job, setJob] = useState<ScopeJob>()
  const [failure, setFailure] = useState<Failure>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    followJob(ticket, signal, setJob).catch((error: unknown) => {
      if (!signal.aborted) setFailure(readFailure(error))
    })
    return () => controller.abort()
  }, [ticket, attempt])
  if (job !== undefined && failure === undefined) return { status: 'known', job }
  if (failure === undefined) return { status: 'loading' }
  const retry = () => {
    setFailure(undefined)
    setAttempt(attempt + 1)
  }
  return { status: 'failed', failure, retry }
}

/** Once the job is known, a broken connection is not reported: it is opened again. */
async function followJob(ticket: string, signal: AbortSignal, tell: (job: ScopeJob) => void): Promise<void> {
  let job = await readJob(ticket, signal)
  tell(job)
  while (job.status === 'outstanding' && !signal.aborted) {
    try {
      await visible(signal)
      job = await readJob(ticket, signal, HELD_SECONDS)
      tell(job)
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) throw error
      await pause(RETRY_MS, signal)
    }
  }
}

async function readJob(ticket: string, signal: AbortSignal, wait?: number): Promise<ScopeJob> {
  const query = wait === undefined ? {} : { wait }
  const { body, headers } = await issuer.getScopeJob({ params: { job: ticket }, query, signal })
  noteServerTime(headers)
  if (body === undefined) throw new Error('the issuer told nothing about this request')
  return body
}
