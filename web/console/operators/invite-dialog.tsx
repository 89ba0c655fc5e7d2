import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Field } from '../../ui/field.tsx'
import { problemOf } from '../../ui/problem.ts'
import { consoleServer } from '../services.ts'
import { me } from '../session.ts'
import { type Role, RoleField } from './role-field.tsx'
import { text } from './texts.ts'

export type Invited = Awaited<ReturnType<typeof consoleServer.inviteOperator>>['body']

type InviteDialogProps = { onInvited: (invited: Invited) => void; onClose: () => void }

export function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('organiser')
  const [organisationId, setOrganisationId] = useState('')
  const { isBusy, failure, run } = useAction((error) => problemOf(error).detail)
  const invite = async () => {
    const body = {
      email: email.trim(),
      role,
      ...(name.trim() === '' ? {} : { name: name.trim() }),
      ...(organisationId === '' ? {} : { organisationId }),
    }
    onInvited((await consoleServer.inviteOperator({ body })).body)
  }
  return (
    <DialogForm
      title={text('invite')}
      yes={text('makeLink')}
      disabled={isBusy || email.trim() === ''}
      onSubmit={() => run(invite)}
      onClose={onClose}
    >
      <p>{text('inviteLead')}</p>
      <Field label={text('address')} help={text('addressHelp')} error={failure} required>
        {(control) => (
          <input
            {...control}
            type="email"
            maxLength={254}
            value={email}
            onInput={(event) => setEmail(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={text('name')} help={text('nameHelp')}>
        {(control) => (
          <input
            {...control}
            maxLength={200}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <RoleField role={role} onChange={setRole} />
      <Field label={text('organisation')} help={text('organisationHelp')}>
        {(control) => (
          <select
            {...control}
            value={organisationId}
            onChange={(event) => setOrganisationId(event.currentTarget.value)}
          >
            <option value="">{text('allOrganisations')}</option>
            {me.value?.organisations.map((organisation) => (
              <option key={organisation.id} value={organisation.id}>
                {organisation.name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </DialogForm>
  )
}
