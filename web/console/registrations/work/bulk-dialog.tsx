import { useState } from 'preact/hooks'
import { ActionDialog } from '../../../ui/dialogs/action-dialog.tsx'
import { AreaInput } from '../../../ui/inputs/inputs.tsx'
import { consoleEvents } from '../../base/services.ts'
import type { EventAnswer } from '../../events/base/event.ts'
import { failureText } from '../base/failure.ts'
import { text } from '../base/texts.ts'
import type { BulkAction, BulkSearch } from './bulk.ts'

type BulkDialogProps = {
  event: EventAnswer
  action: BulkAction
  count: number
  target: { ids: string[] } | { search: BulkSearch }
  onStarted: (taskId: string) => void
  onClose: () => void
}

const titles = {
  approve: 'bulkApproveTitle',
  decline: 'bulkDeclineTitle',
  cancel: 'bulkCancelTitle',
} as const
const leads = { approve: 'bulkApproveLead', decline: 'bulkDeclineLead', cancel: 'bulkCancelLead' } as const
const yes = { approve: 'bulkApprove', decline: 'bulkDecline', cancel: 'bulkCancel' } as const

/** What approval leads to if there may not be a place for everyone. */
function placeTexts({ remaining, waitlistEnabled }: EventAnswer): string[] {
  if (remaining === 0) return [text(waitlistEnabled ? 'bulkApproveFullLine' : 'bulkApproveFull')]
  const beyond = text(waitlistEnabled ? 'bulkApproveLine' : 'bulkApproveNoLine')
  return remaining === null ? [beyond] : [text('bulkFree', { count: remaining }), beyond]
}

export function BulkDialog({ event, action, count, target, onStarted, onClose }: BulkDialogProps) {
  const [reason, setReason] = useState('')
  const start = async () => {
    const told = action === 'cancel' && reason.trim() !== '' ? { reason: reason.trim() } : {}
    const { body } = await consoleEvents.startBulkChange({
      params: { eventId: event.id },
      body: { action, ...told, ...target },
    })
    onStarted(body.taskId)
  }
  return (
    <ActionDialog
      title={text(titles[action], { count })}
      yes={text(yes[action])}
      no={action === 'cancel' ? text('keepRegistration', { count }) : undefined}
      act={start}
      tell={failureText}
      onClose={onClose}
    >
      <p>{text(leads[action])}</p>
      {action === 'approve' && <p>{placeTexts(event).join(' ')}</p>}
      <p>{text(event.notify === 'everyone' ? 'bulkMailsEveryone' : 'bulkMailsPage')}</p>
      {action === 'cancel' && (
        <AreaInput
          label={text('cancelReason')}
          help={text('cancelReasonHelp')}
          value={reason}
          onChange={setReason}
          maxLength={1_000}
        />
      )}
    </ActionDialog>
  )
}
