import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/inputs.tsx'
import { problemText } from '../../ui/problems/problem-text.ts'
import { consoleServer } from '../base/services.ts'
import { loadSession } from '../base/session.ts'
import { text } from './texts.ts'

/** Creates the first organisation: everything else belongs to one, so the guide starts with it. */
export function OrganisationForm() {
  const [name, setName] = useState('')
  const { isBusy, failure, run } = useAction(problemText)
  const make = () =>
    run(async () => {
      await consoleServer.createOrganisation({ body: { name: name.trim() } })
      await loadSession()
    })
  return (
    <Form onSubmit={make}>
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
        {text('makeOrganisation')}
      </Button>
    </Form>
  )
}
