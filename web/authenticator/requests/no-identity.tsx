import { Card } from '../../ui/card.tsx'
import { text } from '../base/texts.ts'
import { NewIdentity } from '../identity/new-identity.tsx'

/** The request stays open, and continues as soon as an identity exists. */
export function NoIdentity({ onMade }: { onMade: () => void }) {
  return (
    <Card>
      <h2>{text('requestNoIdentity')}</h2>
      <p>{text('requestNoIdentityNote')}</p>
      <NewIdentity onMade={onMade} />
    </Card>
  )
}
