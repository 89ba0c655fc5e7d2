import type { RegistrationPageView } from '../../src/client/registration-page.ts'
import { EnhancedProvider, useSecondRendering } from './base/enhanced.ts'
import { CancelPage } from './pages/cancel-page.tsx'
import { ChangePage } from './pages/change-page.tsx'
import { FormPage } from './pages/form-page.tsx'
import { MessagePage } from './pages/message-page.tsx'
import { ProofPage } from './pages/proof-page.tsx'
import { RegistrationPage } from './pages/registration-page.tsx'
import { SentPage } from './pages/sent-page.tsx'
import { Frame } from './parts/frame.tsx'

/** Rendered on the server and in the browser alike. */
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
      return <SentPage view={view} />
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
