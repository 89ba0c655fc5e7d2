import { text } from '../identity/texts.ts'
import { ForApplication, TwofactorFrame } from './base/frame.tsx'
import { SendPages } from './send-pages.tsx'

export function SendsPage() {
  return (
    <TwofactorFrame title={text('sends')} lead={text('sendsLead')}>
      <ForApplication>{({ id }) => <SendPages key={id} applicationId={id} />}</ForApplication>
    </TwofactorFrame>
  )
}
