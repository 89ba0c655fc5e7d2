import { signal } from '@preact/signals'
import { repeatWhileSeen } from '../../ui/poll.ts'
import { consoleServer } from '../services.ts'
import { standing } from '../standing.ts'
import type { Task } from './follow-task.ts'

const EVERY_MS = 5_000

/** What runs now, of the organisation that is chosen: for the frame of every page. */
export const activeTasks = signal<readonly Task[]>([])

async function look(): Promise<void> {
  if (standing.peek() !== 'signed-in') return
  try {
    const { body } = await consoleServer.listTasks({ query: { state: 'active', limit: 20 } })
    activeTasks.value = body.tasks
  } catch {
    // The next look will tell.
  }
}

/** Somebody has started something: it is shown at once. */
export function noteTasks(): void {
  void look()
}

export function watchActiveTasks(): () => void {
  return repeatWhileSeen(look, EVERY_MS)
}
