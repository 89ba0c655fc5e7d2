import { useState } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import type { Task } from '../../tasks/follow-task.ts'
import { TaskProgress } from '../../tasks/task-progress.tsx'
import { codeText } from '../failure.ts'
import { text } from '../texts.ts'

type WorkNotesProps = {
  taskIds: readonly string[]
  onOver: (task: Task) => void
  onDismiss: (taskId: string) => void
}

/** What was started from this table, and what became of it. */
export function WorkNotes({ taskIds, onOver, onDismiss }: WorkNotesProps) {
  return (
    <>
      {taskIds.map((id) => (
        <WorkNote key={id} id={id} onOver={onOver} onDismiss={() => onDismiss(id)} />
      ))}
    </>
  )
}

function WorkNote({
  id,
  onOver,
  onDismiss,
}: {
  id: string
  onOver: (task: Task) => void
  onDismiss: () => void
}) {
  const [over, setOver] = useState<Task>()
  return (
    <section class="card work-note" aria-label={text('workLabel')}>
      <TaskProgress
        id={id}
        onOver={(task) => {
          setOver(task)
          onOver(task)
        }}
      />
      {over !== undefined && <Outcome result={over.result} />}
      {over !== undefined && (
        <Button size="small" look="quiet" onClick={onDismiss}>
          {text('close')}
        </Button>
      )}
    </section>
  )
}

type Refusal = { id: string; confirmationNumber: string | null; code: string; detail: string }
type Tally = { done: number; already: number; refused: number; refusals: readonly Refusal[] }

function isTally(result: unknown): result is Tally {
  return typeof result === 'object' && result !== null && 'refusals' in result
}

/** How many of each, and why those that were refused were. */
export function Outcome({ result }: { result: unknown }) {
  if (!isTally(result)) return null
  return (
    <>
      <ul class="tally">
        <li>{text('tallyDone', { count: result.done })}</li>
        <li>{text('tallyAlready', { count: result.already })}</li>
        <li>{text('tallyRefused', { count: result.refused })}</li>
      </ul>
      {result.refusals.length > 0 && (
        <details>
          <summary>{text('tallyReasons')}</summary>
          <ul class="refusals">
            {result.refusals.slice(0, 100).map(({ id, confirmationNumber, code, detail }) => (
              <li key={id}>
                <code>{confirmationNumber ?? id}</code> {codeText(code, detail)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
