import { Tabs } from '../../ui/tabs.tsx'
import { Page } from '../base/page.tsx'
import { may } from '../base/session.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { OutboxTexts } from './outbox-texts.tsx'
import { text } from './texts.ts'

export function OutboxPage() {
  const log = { key: 'log', title: text('log'), content: () => <DeliveryLog /> }
  const texts = { key: 'texts', title: text('texts'), content: () => <OutboxTexts /> }
  return (
    <Page title={text('outbox')} lead={text('outboxLead')}>
      {may('messages:read', true) ? <Tabs label={text('outbox')} tabs={[log, texts]} /> : <DeliveryLog />}
    </Page>
  )
}
