import { useState } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { ActionDialog } from '../../../ui/dialogs/action-dialog.tsx'
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
          of={registration}
          person={`${registration.registrant.firstName} ${registration.registrant.lastName}`}
          name={asked}
          onClose={() => setAsked(undefined)}
          onDone={onChanged}
        />
      )}
    </div>
  )
}

type Changeable = Pick<Registration, 'id' | 'eventId' | 'version'>

type TransitionProps = {
  of: Changeable
  person: string
  name: Name
  onDone: () => void
  onClose: () => void
}

/** Confirms a change of the status; the server refuses what is not possible, such as a place that is not free. */
export function TransitionDialog({ of: registration, person, name, onDone, onClose }: TransitionProps) {
  const [reason, setReason] = useState('')
  const { title, lead, button } = words[name]
  return (
    <ActionDialog
      title={text(title, { name: person })}
      yes={text(button)}
      no={name === 'cancel' ? text('keepRegistration', { count: 1 }) : undefined}
      act={() => transition(registration, name, reason.trim()).then(onDone)}
      tell={failureText}
      onClose={onClose}
    >
      <p>{text(lead)}</p>
      {name === 'cancel' && (
        <AreaInput label={text('cancelReason')} value={reason} onChange={setReason} maxLength={1_000} />
      )}
    </ActionDialog>
  )
}

/** Refused if the registration is no longer the version on the screen. */
async function transition(registration: Changeable, name: Name, reason: string): Promise<void> {
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
