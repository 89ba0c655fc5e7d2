import { Card } from '../../ui/card.tsx'
import { text } from '../base/texts.ts'
import { NewIdentity } from '../identity/new-identity.tsx'

/** The request stays open beside it, and goes on as soon as there is an identity. */
export function NoIdentity({ onMade }: { onMade: () => void }) {
  return (
    <Card>
      <h2>{text('requestNoIdentity')}</h2>
      <p>{text('requestNoIdentityNote')}</p>
      <NewIdentity onMade={onMade} />
    </Card>
  )
}
