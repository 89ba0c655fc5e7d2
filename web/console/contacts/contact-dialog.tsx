import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx'
import { SelectInput, TextInput } from '../../ui/inputs/inputs.tsx'
import { type Problem, problemOf } from '../../ui/problems/problem.ts'
import { codeText, textOf } from '../../ui/problems/problem-text.ts'
import { mergePatchOf } from '../../ui/record-form/changes.ts'
import { registration } from '../base/services.ts'
import { matchOf } from '../events/base/event.ts'
import type { Contact } from './contact-api.ts'
import { text } from './texts.ts'

const fields = [
  { name: 'email', label: 'email' },
  { name: 'firstName', label: 'firstName' },
  { name: 'lastName', label: 'lastName' },
  { name: 'company', label: 'company' },
  { name: 'title', label: 'jobTitle' },
  { name: 'phone', label: 'phone' },
  { name: 'countryCode', label: 'countryCode' },
  { name: 'language', label: 'language' },
  { name: 'externalId', label: 'externalId' },
] as const
type FieldName = (typeof fields)[number]['name']

type ContactDialogProps = {
  listId: string
  /** Undefined for a new contact. */
  contact: Contact | undefined
  onSaved: () => void
  onClose: () => void
}

/** Adds or edits one contact. If the server refuses it, the input stays. */
export function ContactDialog({ listId, contact, onSaved, onClose }: ContactDialogProps) {
  const [values, setValues] = useState(() => valuesOf(contact))
  const [status, setStatus] = useState(contact?.status)
  const action = useAction(problemOf)
  const refused = action.failure
  const save = async () => {
    await saveContact(listId, contact, { ...values, ...(status === undefined ? {} : { status }) })
    onSaved()
  }
  const errorOf = (name: FieldName) => errorAt(refused, name)
  const isPlaced = fields.some(({ name }) => errorOf(name) !== undefined)
  return (
    <DialogForm
      title={text(contact === undefined ? 'addContact' : 'edit')}
      class="contact-form"
      noValidate
      disabled={action.isBusy}
      failure={isPlaced || refused === undefined ? undefined : textOf(refused)}
      onSubmit={() => action.run(save)}
      onClose={onClose}
    >
      {fields.map(({ name, label }) => (
        <TextInput
          key={name}
          label={text(label)}
          required={name === 'email'}
          error={errorOf(name)}
          maxLength={320}
          inputMode={name === 'email' ? 'email' : 'text'}
          value={values[name] ?? ''}
          onChange={(next) => setValues({ ...values, [name]: next })}
        />
      ))}
      <SelectInput
        label={text('status')}
        value={status ?? 'subscribed'}
        onChange={setStatus}
        choices={[
          { value: 'subscribed', label: text('statusSubscribed') },
          { value: 'unsubscribed', label: text('statusUnsubscribed') },
          { value: 'bounced', label: text('statusBounced') },
        ]}
      />
    </DialogForm>
  )
}

function valuesOf(contact: Contact | undefined): Partial<Record<FieldName, string>> {
  return Object.fromEntries(fields.map(({ name }) => [name, contact?.[name] ?? '']))
}

function errorAt(refused: Problem | undefined, name: FieldName): string | undefined {
  if (refused?.code === 'duplicate-contact' && name === 'email') return textOf(refused)
  const isWrong = refused?.errors.some(({ pointer }) => pointer === `/${name}`)
  if (!isWrong) return undefined
  return codeText(name === 'email' ? 'no-email' : 'invalid')
}

type Values = Partial<Record<FieldName, string>> & { status?: Contact['status'] }

function membersOf({ email = '', status, ...rest }: Values) {
  const filled = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value.trim() || null]))
  return { ...filled, email: email.trim(), ...(status === undefined ? {} : { status }) }
}

async function saveContact(listId: string, contact: Contact | undefined, values: Values): Promise<void> {
  const members = membersOf(values)
  if (contact === undefined) {
    await registration.createContacts({ params: { contactListId: listId }, query: {}, body: members })
    return
  }
  const body = mergePatchOf(membersOf({ ...valuesOf(contact), status: contact.status }), members)
  if (Object.keys(body).length === 0) return
  const params = { contactListId: listId, contactId: contact.id }
  await registration.updateContact({ params, headers: matchOf(contact), body })
}
