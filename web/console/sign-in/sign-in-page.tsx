import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { byPhone } from '../base/session.ts'
import { Door } from './door.tsx'
import { PhoneSignIn } from './phone-sign-in.tsx'
import { SignInButton } from './sign-in-button.tsx'
import { text } from './texts.ts'

export function SignInPage() {
  const [isByPhone, setByPhone] = useState(false)
  if (isByPhone)
    return (
      <Door title={text('signInPhone')}>
        <PhoneSignIn />
        <Button look="quiet" onClick={() => setByPhone(false)}>
          {text('signInOther')}
        </Button>
      </Door>
    )
  return (
    <Door title={text('signIn')}>
      <p class="lead">{text('signInLead')}</p>
      <SignInButton />
      {byPhone.value && <Button onClick={() => setByPhone(true)}>{text('signInPhone')}</Button>}
      <details>
        <summary>{text('noPasskey')}</summary>
        <p>{text('noPasskeyLead')}</p>
        <CodeBlock title="shell" text="./lanyard operator invite --email you@example.org" wrap />
      </details>
    </Door>
  )
}
