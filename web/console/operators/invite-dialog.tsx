import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx'
import { SelectInput, TextInput } from '../../ui/inputs/inputs.tsx'
import { problemText } from '../../ui/problems/problem-text.ts'
import { type Answered, consoleServer } from '../base/services.ts'
import { me } from '../base/session.ts'
import { organisationId as selected } from '../base/session-state.ts'
import { type Role, RoleField } from './role-field.tsx'
import { text } from './texts.ts'

export type Invited = Answered<typeof consoleServer.inviteOperator>

type InviteDialogProps = { onInvited: (invited: Invited) => void; onClose: () => void }

export function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('organiser')
  const [organisationId, setOrganisationId] = useState(selected.peek() ?? '')
  const { isBusy, failure, run } = useAction(problemText)
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
      <TextInput
        label={text('address')}
        help={text('addressHelp')}
        error={failure}
        required
        type="email"
        maxLength={254}
        autocomplete="on"
        value={email}
        onChange={setEmail}
      />
      <TextInput
        label={text('name')}
        help={text('nameHelp')}
        maxLength={200}
        autocomplete="on"
        value={name}
        onChange={setName}
      />
      <RoleField role={role} onChange={setRole} />
      <SelectInput
        label={text('organisation')}
        help={text('organisationHelp')}
        value={organisationId}
        onChange={setOrganisationId}
        choices={[
          { value: '', label: text('allOrganisations') },
          ...(me.value?.organisations ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </DialogForm>
  )
}
