import { useState } from 'preact/hooks'
import { useAction } from '../../../ui/action.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { FailureNotice } from '../../../ui/dialogs/failure-notice.tsx'
import { AreaInput } from '../../../ui/inputs/inputs.tsx'
import { registration as service } from '../../base/services.ts'
import { may } from '../../base/session.ts'
import { matchOf } from '../../events/base/event.ts'
import { failureText } from '../base/failure.ts'
import type { Registration } from '../base/setting.ts'
import { isLive } from '../base/status.ts'
import { text } from '../base/texts.ts'
import { Resend } from './resend.tsx'

type ActionsProps = { registration: Registration; onEdit: () => void; onChanged: () => void }
type Name = 'approve' | 'decline' | 'cancel' | 'accept' | 'letIn' | 'withdraw'

const words = {
  approve: { button: 'doApprove', title: 'approveTitle', lead: 'approveLead' },
  decline: { button: 'doDecline', title: 'declineTitle', lead: 'declineLead' },
  cancel: { button: 'doCancel', title: 'cancelTitle', lead: 'cancelLead' },
  accept: { button: 'doAccept', title: 'acceptTitle', lead: 'acceptLead' },
  letIn: { button: 'doLetIn', title: 'letInTitle', lead: 'letInLead' },
  withdraw: { button: 'doWithdraw', title: 'withdrawTitle', lead: 'withdrawLead' },
} as const

function actionsFor({ status }: Registration): Name[] {
  if (!isLive(status)) return []
  const first = { pending: ['approve', 'decline'], offered: ['accept'], waitlisted: ['letIn'] } as const
  const own: readonly Name[] = status === 'confirmed' ? [] : (first[status as keyof typeof first] ?? [])
  return [...own, 'withdraw', 'cancel']
}

/** The possible status changes, each with a confirmation. */
export function Actions({ registration, onEdit, onChanged }: ActionsProps) {
  const [asked, setAsked] = useState<Name>()
  if (!may('registrations:write')) return null
  return (
    <div class="form-actions">
      {actionsFor(registration).map((name) => (
        <Button
          key={name}
          {...(name === 'approve' || name === 'accept' ? { look: 'primary' } : {})}
          onClick={() => setAsked(name)}
        >
          {text(words[name].button)}
        </Button>
      ))}
      {isLive(registration.status) && <Button onClick={onEdit}>{text('edit')}</Button>}
      <Resend registration={registration} onSent={onChanged} />
      {asked !== undefined && (
        <TransitionDialog
          registration={registration}
          name={asked}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined)
            onChanged()
          }}
        />
      )}
    </div>
  )
}

type TransitionProps = { registration: Registration; name: Name; onDone: () => void; onClose: () => void }

function TransitionDialog({ registration, name, onDone, onClose }: TransitionProps) {
  const [reason, setReason] = useState('')
  const changing = useAction(failureText)
  const { title, lead, button } = words[name]
  const person = `${registration.registrant.firstName} ${registration.registrant.lastName}`
  const change = () =>
    changing.run(async () => {
      await transition(registration, name, reason.trim())
      onDone()
    })
  return (
    <Dialog title={text(title, { name: person })} onClose={onClose}>
      <p>{text(lead)}</p>
      {name === 'cancel' && (
        <AreaInput label={text('cancelReason')} value={reason} onChange={setReason} maxLength={1_000} />
      )}
      <FailureNotice failure={changing.failure} />
      <DialogActions
        yes={text(button)}
        no={name === 'cancel' ? text('keepRegistration', { count: 1 }) : undefined}
        disabled={changing.isBusy}
        onYes={change}
        onClose={onClose}
      />
    </Dialog>
  )
}

/** Refused if the registration is no longer the version on the screen. */
async function transition(registration: Registration, name: Name, reason: string): Promise<void> {
  const call = {
    params: { eventId: registration.eventId, registrationId: registration.id },
    headers: matchOf(registration),
  }
  if (name === 'approve') await service.approveRegistration({ ...call, body: {} })
  else if (name === 'decline') await service.declineRegistration({ ...call, body: {} })
  else if (name === 'withdraw') await service.withdrawLink(call)
  else if (name === 'cancel')
    await service.cancelRegistration({ ...call, body: reason === '' ? {} : { reason } })
  else await service.updateRegistration({ ...call, body: { status: 'confirmed' } })
}
