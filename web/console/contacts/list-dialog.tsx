import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx'
import { SelectInput, TextInput } from '../../ui/inputs/inputs.tsx'
import { problemText } from '../../ui/problems/problem-text.ts'
import { mergePatchOf } from '../../ui/record-form/changes.ts'
import { registration } from '../base/services.ts'
import { matchOf } from '../events/base/event.ts'
import type { ContactList } from './contact-api.ts'
import { text } from './texts.ts'

type ListDialogProps = {
  /** Undefined for a new list. */
  list: ContactList | undefined
  onSaved: (list: ContactList) => void
  onClose: () => void
}

/** Creates or renames a list. */
export function ListDialog({ list, onSaved, onClose }: ListDialogProps) {
  const [name, setName] = useState(list?.name ?? '')
  const [description, setDescription] = useState(list?.description ?? '')
  const [type, setType] = useState<ContactList['type']>(list?.type ?? 'standard')
  const action = useAction(problemText)
  const save = async () => {
    const body = { name: name.trim(), description: description.trim() || null }
    if (list === undefined)
      return onSaved((await registration.createContactList({ body: { ...body, type } })).body)
    const params = { contactListId: list.id }
    const patch = mergePatchOf({ name: list.name, description: list.description }, body)
    if (Object.keys(patch).length === 0) return onSaved(list)
    onSaved((await registration.updateContactList({ params, headers: matchOf(list), body: patch })).body)
  }
  return (
    <DialogForm
      title={text(list === undefined ? 'newList' : 'editList')}
      disabled={action.isBusy}
      onSubmit={() => action.run(save)}
      onClose={onClose}
    >
      <TextInput
        label={text('listName')}
        required
        error={action.failure}
        maxLength={200}
        autocomplete="on"
        value={name}
        onChange={setName}
      />
      <TextInput
        label={text('description')}
        maxLength={2_000}
        autocomplete="on"
        value={description}
        onChange={setDescription}
      />
      {list === undefined && (
        <SelectInput
          label={text('kind')}
          help={type === 'suppression' ? text('suppressionHelp') : undefined}
          value={type}
          onChange={setType}
          choices={[
            { value: 'standard', label: text('kindStandard') },
            { value: 'suppression', label: text('kindSuppression') },
          ]}
        />
      )}
    </DialogForm>
  )
}
