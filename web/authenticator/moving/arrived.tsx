import { ButtonLink } from '../base/button-link.tsx'
import { Page } from '../base/page.tsx'
import { text } from '../base/texts.ts'
import { FailedServices, type ServiceState } from './failed-services.tsx'
import type { Departure } from './links.ts'
import { movingText } from './texts.ts'

/** The end on the new phone, unless there are one-time codes to scan. */
export function Arrived({ departure, services }: { departure: Departure; services: ServiceState }) {
  const { identities, codes } = departure
  const isVerified = identities.some(({ addresses = {} }) => Object.keys(addresses).length > 0)
  return (
    <Page
      title={movingText(identities.length === 1 ? 'arrivedTitle' : 'arrivedServices')}
      lead={movingText(codes > 0 ? 'arrivedCodes' : 'arrivedLead')}
    >
      <FailedServices {...services} />
      {isVerified && <p>{movingText('arrivedVerify')}</p>}
      <div class="actions">
        {codes > 0 && <ButtonLink path="/add" look="primary" label={movingText('arrivedScan')} />}
        <ButtonLink path="/" look={codes > 0 ? 'quiet' : 'primary'} label={text('toHome')} />
      </div>
    </Page>
  )
}
