import { useEffect, useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/inputs/field-notes.tsx'
import { Skeleton } from '../../ui/lists/states.tsx'
import { codeText, problemText } from '../../ui/problems/problem-text.ts'
import { pathTo } from '../base/place.ts'
import { apiUrl, consoleServer } from '../base/services.ts'
import { may } from '../base/session.ts'
import { readActiveTasks } from './active-tasks.ts'
import { followTask, isOver, type Task } from './follow-task.ts'
import { progressText, TaskState } from './task-state.tsx'
import { text } from './texts.ts'
import './tasks.css'

type TaskProgressProps = {
  id: string
  /** Called once, when the task is over. */
  onOver?: (task: Task) => void
  /** The page of the task itself has no link to it. */
  isOwnPage?: boolean
  /** The label of the button for the file, if it can say what is in it; null if there is nothing in it. */
  download?: string | null
}

/** The progress of a task: the user may leave, and find it again on its page. */
export function TaskProgress({ id, onOver, isOwnPage = false, download }: TaskProgressProps) {
  const [task, setTask] = useState<Task | 'missing'>()
  useEffect(() => {
    void readActiveTasks()
    return followTask(id, (seen) => {
      setTask(seen ?? 'missing')
      if (seen === undefined || !isOver(seen)) return
      void readActiveTasks()
      onOver?.(seen)
    })
  }, [id])
  if (task === undefined) return <Skeleton />
  if (task === 'missing') return <p class="notice">{text('missing')}</p>
  return (
    <div class="task-progress">
      <p class="task-head">
        {isOwnPage ? <strong>{text('progress')}</strong> : <TaskLink task={task} />} <TaskState task={task} />
      </p>
      <TaskBar task={task} />
      {task.failure !== null && <TaskFailure result={task.result} failure={task.failure} />}
      <TaskActions
        task={task}
        download={download === undefined ? text('download') : download}
        onChange={setTask}
      />
      {!isOver(task) && <p class="help">{text('mayLeave')}</p>}
    </div>
  )
}

/** In the reader's language; errors in a file are added in the server's own words. */
function TaskFailure({ result, failure }: { result: unknown; failure: string }) {
  const { code } = (result ?? {}) as { code?: string }
  if (code === undefined) return <p class="notice bad">{failure}</p>
  const isOfFile = code === 'malformed' || code === 'invalid'
  return (
    <p class="notice bad">
      {codeText(isOfFile ? 'invalid' : code)} {isOfFile && <span lang="en">{failure}</span>}
    </p>
  )
}

function TaskLink({ task }: { task: Task }) {
  return (
    <a href={pathTo(`/tasks/${task.id}`)}>
      <bdi>{task.title}</bdi>
    </a>
  )
}

function TaskBar({ task }: { task: Task }) {
  const { done, total, state } = task
  const isOpen = !isOver(task) && (total === null || total === 0)
  const said = progressText(task)
  return (
    <div class="task-bar" role="status">
      {state === 'done' ? (
        <progress max={1} value={1} aria-label={text('progress')} />
      ) : isOpen ? (
        <progress aria-label={text('progress')} />
      ) : (
        <progress max={Math.max(1, total ?? done)} value={done} aria-label={text('progress')} />
      )}
      <span>{said}</span>
    </div>
  )
}

type TaskActionsProps = { task: Task; download: string | null; onChange: (task: Task) => void }

function TaskActions({ task, download, onChange }: TaskActionsProps) {
  const { isBusy, failure, run } = useAction(problemText)
  const cancel = () =>
    run(async () => {
      const { body } = await consoleServer.cancelTask({ params: { taskId: task.id } })
      onChange(body)
      void readActiveTasks()
    })
  return (
    <div class="task-actions">
      {task.file !== null && download !== null && (
        <a class="button primary" href={`${apiUrl}/tasks/${task.id}/output`} download={task.file.name}>
          {download}
        </a>
      )}
      {!isOver(task) && may('tasks:write') && (
        <Button size="small" disabled={isBusy} onClick={cancel}>
          {text('cancel')}
        </Button>
      )}
      <ErrorNote error={failure} />
    </div>
  )
}
