import { useState } from 'preact/hooks'
import { useAnswer } from '../../ui/ask.ts'
import { Await } from '../../ui/lists/load.tsx'
import { Moment } from '../../ui/time/moment.tsx'
import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
import { consoleServer } from '../base/services.ts'
import type { Task } from './follow-task.ts'
import { Outcome } from './outcome.tsx'
import { TaskProgress } from './task-progress.tsx'
import { text } from './texts.ts'

/** Keyed by task, so that nothing of a previous task is shown. */
export function TaskPage({ id }: { id: string }) {
  return <OneTask key={id} id={id} />
}

function OneTask({ id }: { id: string }) {
  const [over, setOver] = useState<Task>()
  const asked = useAnswer(`task ${id}`, (signal) => consoleServer.getTask({ params: { taskId: id }, signal }))
  return (
    <Page title={asked.loaded.status === 'done' ? asked.loaded.value.title : text('task')}>
      <p>
        <a href={pathTo('/tasks')}>{text('allTasks')}</a>
      </p>
      <Await loaded={asked.loaded}>
        {(first) => {
          const task = over ?? first
          return (
            <>
              <TaskProgress id={id} isOwnPage onOver={setOver} />
              <dl class="facts">
                <dt>{text('started')}</dt>
                <dd>
                  <Moment at={task.createdAt} /> {task.own && text('byYou')}
                </dd>
                {task.finishedAt !== null && (
                  <>
                    <dt>{text('finished')}</dt>
                    <dd>
                      <Moment at={task.finishedAt} />
                    </dd>
                  </>
                )}
              </dl>
              {task.file !== null && <p class="help">{text('fileKept')}</p>}
              {task.kind === 'change-registrations' ? (
                <Outcome result={task.result} />
              ) : (
                task.state === 'done' && <TaskResult result={task.result} />
              )}
            </>
          )
        }}
      </Await>
    </Page>
  )
}

/** Numbers and texts of the result; nested parts are shown by the page of that kind of task. */
function TaskResult({ result }: { result: unknown }) {
  const entries =
    typeof result === 'object' && result !== null
      ? Object.entries(result).filter(([, value]) => ['number', 'string', 'boolean'].includes(typeof value))
      : []
  if (entries.length === 0) return null
  return (
    <>
      <h2>{text('result')}</h2>
      <dl class="facts">
        {entries.map(([name, value]) => (
          <>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd>
              <bdi>{String(value)}</bdi>
            </dd>
          </>
        ))}
      </dl>
    </>
  )
}
