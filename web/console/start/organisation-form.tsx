import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/inputs.tsx'
import { problemText } from '../../ui/problems/problem-text.ts'
import { uiText } from '../../ui/texts.ts'
import { consoleServer } from '../base/services.ts'
import { loadSession } from '../base/session.ts'
import { text } from './texts.ts'
import { selectedOrganisation } from './use-start.ts'

/** Names the organisation, or creates the first one: everything else belongs to one, so the guide starts with it. */
export function OrganisationForm() {
  const organisation = selectedOrganisation()
  const [name, setName] = useState('')
  const { isBusy, failure, run } = useAction(problemText)
  const save = () =>
    run(async () => {
      const body = { name: name.trim() }
      if (organisation === undefined) await consoleServer.createOrganisation({ body })
      else await consoleServer.renameOrganisation({ params: { organisationId: organisation.id }, body })
      await loadSession()
    })
  return (
    <Form onSubmit={save}>
      <TextInput
        label={text('organisationName')}
        error={failure}
        required
        maxLength={80}
        autocomplete="organization"
        value={name}
        onChange={setName}
      />
      <Button look="primary" type="submit" disabled={isBusy || name.trim() === ''}>
        {organisation === undefined ? text('makeOrganisation') : uiText('save')}
      </Button>
    </Form>
  )
}
