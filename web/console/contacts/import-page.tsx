import { useState } from 'preact/hooks'
import { useAsked } from '../../ui/ask.ts'
import { Button } from '../../ui/button.tsx'
import { Await } from '../../ui/lists/load.tsx'
import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
import type { Task } from '../tasks/follow-task.ts'
import { TaskProgress } from '../tasks/task-progress.tsx'
import { readList } from './contact-api.ts'
import { FileChoice } from './file-choice.tsx'
import { ImportForm } from './import-form.tsx'
import type { RawFile } from './raw-file.ts'
import { text } from './texts.ts'

/** Imports contacts: choose a file, map its columns, start the task. */
export function ImportPage({ listId }: { listId: string }) {
  const { loaded } = useAsked(`contact-list/${listId}`, (signal) => readList(listId, signal))
  const [file, setFile] = useState<RawFile>()
  const [taskId, setTask] = useState<string>()
  const again = () => {
    setFile(undefined)
    setTask(undefined)
  }
  return (
    <Page title={text('importTitle')} lead={text('importLead')}>
      <Await loaded={loaded}>
        {({ name }) => (
          <p>
            <a href={pathTo(`/contacts/${listId}`)}>
              <bdi>{name}</bdi>
            </a>
          </p>
        )}
      </Await>
      {taskId !== undefined ? (
        <Running taskId={taskId} listId={listId} onAgain={again} />
      ) : file === undefined ? (
        <FileChoice onFile={setFile} />
      ) : (
        <ImportForm key={file.name} listId={listId} file={file} onStarted={setTask} onAgain={again} />
      )}
    </Page>
  )
}

type RunningProps = { taskId: string; listId: string; onAgain: () => void }
type Result = { added: number; updated: number; refused: number }

function Running({ taskId, listId, onAgain }: RunningProps) {
  const [task, setTask] = useState<Task>()
  const result = task?.state === 'done' ? (task.result as Result) : undefined
  return (
    <section class="card">
      <h2>{text(result === undefined ? 'runningTitle' : 'resultTitle')}</h2>
      <div role="status">
        {result !== undefined && (
          <p class="import-result">
            {text('resultText', result)} {result.refused > 0 && text('resultRefused')}
          </p>
        )}
      </div>
      <TaskProgress
        id={taskId}
        onOver={setTask}
        download={result?.refused === 0 ? null : text('resultDownload', { count: result?.refused ?? 0 })}
      />
      <div class="contact-actions">
        <a class="button primary" href={pathTo(`/contacts/${listId}`)}>
          {text('toList')}
        </a>
        {task !== undefined && <Button onClick={onAgain}>{text('another')}</Button>}
      </div>
    </section>
  )
}
