import { useState } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { uiText } from '../../../ui/texts.ts'
import type { Task } from '../../tasks/follow-task.ts'
import { Outcome } from '../../tasks/outcome.tsx'
import { TaskProgress } from '../../tasks/task-progress.tsx'
import { text } from '../base/texts.ts'

type WorkNotesProps = {
  taskIds: readonly string[]
  onOver: (task: Task) => void
  onDismiss: (taskId: string) => void
}

/** Tasks started from this table, with their outcome. */
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
    <section class="work-note" aria-label={text('workLabel')}>
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
          {uiText('close')}
        </Button>
      )}
    </section>
  )
}
