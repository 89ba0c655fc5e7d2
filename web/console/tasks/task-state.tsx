import { Badge } from '../../ui/badge.tsx'
import type { Task } from './follow-task.ts'
import { text } from './texts.ts'

const tones = { queued: 'info', running: 'info', done: 'good', failed: 'bad', cancelled: 'warn' } as const
const names = {
  queued: 'stateQueued',
  running: 'stateRunning',
  done: 'stateDone',
  failed: 'stateFailed',
  cancelled: 'stateCancelled',
} as const

/** A finished task gets a warning if some of it was refused. */
export function TaskState({ task: { state, result } }: { task: Pick<Task, 'state' | 'result'> }) {
  const count = state === 'done' ? refusedIn(result) : 0
  if (count > 0) return <Badge tone="warn">{text('stateDoneRefused', { count })}</Badge>
  return <Badge tone={tones[state]}>{text(names[state])}</Badge>
}

/** `1,200 of 5,000` */
export function progressText({ done, total }: Pick<Task, 'done' | 'total'>): string {
  return total === null ? text('progressSoFar', { done }) : text('progressOf', { done, total })
}

function refusedIn(result: unknown): number {
  const { refused } = (result ?? {}) as { refused?: unknown }
  return typeof refused === 'number' ? refused : 0
}
