import { useState } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import type { EventAnswer } from '../../events/base/event.ts'
import type { Selection } from '../base/selection.ts'
import { text } from '../base/texts.ts'
import type { BulkAction, BulkSearch } from './bulk.ts'
import { BulkDialog } from './bulk-dialog.tsx'

type BulkBarProps = {
  event: EventAnswer
  selection: Selection
  /** How many registrations the search finds. */
  found: number
  search: BulkSearch
  onAll: () => void
  onNone: () => void
  onStarted: (taskId: string) => void
}

const actions = { approve: 'bulkApprove', decline: 'bulkDecline', cancel: 'bulkCancel' } as const

/** Actions for the selected rows. */
export function BulkBar(props: BulkBarProps) {
  const { event, selection, found, search, onAll, onNone, onStarted } = props
  const [action, setAction] = useState<BulkAction>()
  const count = selection.all ? found : selection.ids.size
  return (
    <section class="bulk-bar" aria-label={text('bulkLabel')}>
      <strong role="status">{text(selection.all ? 'bulkAllChosen' : 'bulkChosen', { count })}</strong>
      {!selection.all && (
        <Button size="small" look="quiet" onClick={onAll}>
          {text('bulkChooseAll', { count: found })}
        </Button>
      )}
      <Button size="small" look="quiet" onClick={onNone}>
        {text('bulkNone')}
      </Button>
      <span class="bulk-actions">
        {(['approve', 'decline', 'cancel'] as const).map((name) => (
          <Button key={name} size="small" onClick={() => setAction(name)}>
            {text(actions[name])}
          </Button>
        ))}
      </span>
      {action !== undefined && (
        <BulkDialog
          event={event}
          action={action}
          count={count}
          target={selection.all ? { search } : { ids: [...selection.ids] }}
          onClose={() => setAction(undefined)}
          onStarted={onStarted}
        />
      )}
    </section>
  )
}
