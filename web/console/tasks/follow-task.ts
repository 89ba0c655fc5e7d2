import { Refusal } from '../../../src/client/client.ts'
import { repeatWhileSeen } from '../../ui/offline/poll.ts'
import { type Answered, consoleServer } from '../base/services.ts'

export type Task = Answered<typeof consoleServer.getTask>

const EVERY_MS = 800

export function isOver({ state }: Pick<Task, 'state'>): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}

/** Reports a task until it is over; `undefined` if it does not exist. Returns a function that stops. */
export function followTask(id: string, onChange: (task: Task | undefined) => void): () => void {
  let isStopped = false
  let stop = () => {}
  const end = () => {
    isStopped = true
    stop()
  }
  const look = async () => {
    try {
      const { body } = await consoleServer.getTask({ params: { taskId: id } })
      if (isStopped) return
      onChange(body)
      if (isOver(body)) end()
    } catch (error) {
      if (isStopped || !(error instanceof Refusal) || error.status !== 404) return
      onChange(undefined)
      end()
    }
  }
  stop = repeatWhileSeen(look, EVERY_MS)
  if (isStopped) stop()
  return end
}
