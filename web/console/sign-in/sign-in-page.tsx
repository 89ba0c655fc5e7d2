import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { consoleServer } from '../base/services.ts'
import { byPhone, loadSession } from '../base/session.ts'
import { Door } from './door.tsx'
import { tellFailure } from './passkey.ts'
import { AskPhone } from './phone.tsx'
import { SignInButton } from './sign-in-button.tsx'
import { text } from './texts.ts'

export function SignInPage() {
  const [isByPhone, setByPhone] = useState(false)
  if (isByPhone)
    return (
      <Door title={text('signInPhone')}>
        <AskPhone
          ask={async () => (await consoleServer.askToSignIn({})).body}
          read={async (ref) => (await consoleServer.signInByPhone({ body: { ref } })).body}
          tell={tellFailure}
          onApproved={() => void loadSession()}
        />
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
