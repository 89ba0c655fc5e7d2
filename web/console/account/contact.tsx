import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/inputs.tsx'
import { problemText } from '../../ui/problems/problem-text.ts'
import { uiText } from '../../ui/texts.ts'
import { showToast } from '../../ui/toast.tsx'
import { roleText } from '../base/role-text.ts'
import { consoleServer } from '../base/services.ts'
import { me } from '../base/session.ts'
import { text } from './texts.ts'

/** The contact details that other operators see. */
export function Contact() {
  const [name, setName] = useState(me.value?.name ?? '')
  const [email, setEmail] = useState(me.value?.email ?? '')
  const { isBusy, failure, run } = useAction(problemText)
  const save = async () => {
    const isNamed = name.trim() !== '' && name.trim() !== me.peek()?.name
    const given = isNamed ? { name: name.trim() } : {}
    me.value = (await consoleServer.changeMe({ body: { email: email.trim(), ...given } })).body
    showToast(text('saved'))
  }
  return (
    <Form class="narrow" onSubmit={() => run(save)}>
      <h2>{text('you')}</h2>
      <p>
        {text('role')}: <strong>{describeRole()}</strong>
      </p>
      <TextInput label={text('name')} maxLength={200} autocomplete="name" value={name} onChange={setName} />
      <TextInput
        label={text('email')}
        help={text('emailHelp')}
        error={failure}
        required
        type="email"
        autocomplete="email"
        maxLength={254}
        value={email}
        onChange={setEmail}
      />
      <Button type="submit" disabled={isBusy || email.trim() === ''}>
        {uiText('save')}
      </Button>
    </Form>
  )
}

function describeRole(): string {
  const who = me.value
  if (who === undefined) return ''
  const role = roleText(who.role)
  const [only] = who.organisations
  return who.everywhere || only === undefined
    ? text('roleAll', { role })
    : text('roleIn', { role, organisation: only.name })
}
