import { CodeBlock } from '../../ui/code-block.tsx'
import { Door } from './door.tsx'
import { SignInButton } from './sign-in-button.tsx'
import { text } from './texts.ts'

export function SignInPage() {
  return (
    <Door title={text('signIn')}>
      <p class="lead">{text('signInLead')}</p>
      <SignInButton />
      <details>
        <summary>{text('noPasskey')}</summary>
        <p>{text('noPasskeyLead')}</p>
        <CodeBlock title="shell" text="./lanyard operator invite --email you@example.org" wrap />
      </details>
    </Door>
  )
}
