import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/inputs.tsx'
import { pathTo } from '../base/place.ts'
import { text } from '../base/texts.ts'
import { keepStorage } from '../store/persist.ts'
import { tellFailure } from './base/failure.ts'
import { createIdentity } from './base/registration.ts'

const NAME_LENGTH = 100

type NewIdentityProps = {
  /** Called instead of opening the page that says what to do next. */
  onMade?: () => void
}

/** Creates a key and registers it under a name. */
export function NewIdentity({ onMade }: NewIdentityProps) {
  const [name, setName] = useState('')
  const { route } = useLocation()
  const { isBusy, failure, run } = useAction(tellFailure)
  const create = async () => {
    const { id } = await createIdentity(name.trim())
    keepStorage()
    if (onMade === undefined) route(pathTo(`/identities/${id}/ready`))
    else onMade()
  }
  return (
    <Form onSubmit={() => run(create)}>
      <TextInput
        label={text('identityName')}
        help={text('identityNameHelp')}
        error={failure}
        required
        autocomplete="name"
        maxLength={NAME_LENGTH}
        value={name}
        onChange={setName}
      />
      <Button look="primary" type="submit" disabled={isBusy || name.trim() === ''}>
        {text(isBusy ? 'identityMaking' : 'identityMake')}
      </Button>
    </Form>
  )
}
