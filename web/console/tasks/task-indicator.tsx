import { useEffect } from 'preact/hooks'
import { pathTo } from '../base/place.ts'
import { may } from '../base/session.ts'
import { activeTasks, watchActiveTasks } from './active-tasks.ts'
import { text } from './texts.ts'
import './tasks.css'

/** Running tasks in the frame of every page, so that work left behind can be found. */
export function TaskIndicator() {
  useEffect(watchActiveTasks, [])
  const tasks = activeTasks.value
  const [first] = tasks
  if (first === undefined || !may('tasks:read')) return <span role="status" />
  const href = pathTo(tasks.length === 1 ? `/tasks/${first.id}` : '/tasks')
  return (
    <span role="status" class="task-indicator">
      <a href={href}>
        <span class="task-spinner" aria-hidden="true" />
        {text('severalRun', { count: tasks.length })}
      </a>
    </span>
  )
}
