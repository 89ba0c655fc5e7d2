import { signal } from '@preact/signals'
import { defined } from '../../ui/defined.ts'
import { readWhole } from '../../ui/lists/whole-list.ts'
import { repeatWhileSeen } from '../../ui/offline/poll.ts'
import { consoleServer } from '../base/services.ts'
import { organisationId, sessionState } from '../base/session-state.ts'
import type { Task } from './follow-task.ts'

const EVERY_MS = 5_000

/** Running tasks of the selected organisation, shown in the frame of every page. */
export const activeTasks = signal<readonly Task[]>([])

/** Reads them now, so that a task that was just started is shown at once. */
export async function readActiveTasks(): Promise<void> {
  if (sessionState.peek() !== 'signed-in') return
  const of = organisationId.peek()
  try {
    const tasks = await readWhole((cursor) =>
      consoleServer.listTasks({ query: { state: 'active' as const, ...defined({ limit: 50, cursor }) } }),
    )
    if (organisationId.peek() === of) activeTasks.value = tasks
  } catch {
    // Ignored: the next check retries.
  }
}

export function watchActiveTasks(): () => void {
  const stop = repeatWhileSeen(readActiveTasks, EVERY_MS)
  const leave = organisationId.subscribe(() => {
    activeTasks.value = []
    void readActiveTasks()
  })
  return () => {
    leave()
    stop()
  }
}
