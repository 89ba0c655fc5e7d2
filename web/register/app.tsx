import type { RegistrationPageView } from '../../src/client/registration-page.ts'
import { CancelPage } from './cancel-page.tsx'
import { ChangePage } from './change-page.tsx'
import { EnhancedProvider, useSecondRendering } from './enhanced.ts'
import { FormPage } from './form-page.tsx'
import { Frame } from './frame.tsx'
import { MessagePage } from './message-page.tsx'
import { ProofPage } from './proof-page.tsx'
import { RegistrationPage } from './registration-page.tsx'
import { SentPage } from './sent-page.tsx'

/** The same on the server and in the browser. */
export function App({ view }: { view: RegistrationPageView }) {
  const enhanced = useSecondRendering()
  return (
    <EnhancedProvider value={enhanced}>
      <Frame view={view}>
        <Content view={view} />
      </Frame>
    </EnhancedProvider>
  )
}

function Content({ view }: { view: RegistrationPageView }) {
  switch (view.page) {
    case 'form':
      return <FormPage view={view} />
    case 'proof':
      return <ProofPage view={view} />
    case 'sent':
      return <SentPage event={view.event} path={view.path} />
    case 'registration':
      return <RegistrationPage view={view} />
    case 'change':
      return <ChangePage view={view} />
    case 'cancel':
      return <CancelPage view={view} />
    default:
      return <MessagePage view={view} />
  }
}
