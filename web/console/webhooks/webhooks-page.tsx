import { useState } from 'preact/hooks'
import { useAnswer } from '../../ui/ask.ts'
import { Button } from '../../ui/button.tsx'
import { Await } from '../../ui/lists/load.tsx'
import { EmptyState } from '../../ui/lists/states.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { Moment } from '../../ui/time/moment.tsx'
import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
import { consoleServer } from '../base/services.ts'
import { may } from '../base/session.ts'
import { NewWebhook } from './new-webhook.tsx'
import { SecretOnce } from './secret-once.tsx'
import { eventsText, serviceText, text } from './texts.ts'
import type { Webhook } from './webhook.ts'

export function WebhooksPage() {
  const [isMaking, setMaking] = useState(false)
  const [secret, setSecret] = useState<string>()
  const asked = useAnswer('webhooks', (signal) => consoleServer.listWebhooks({ signal }))
  const onMade = (made: string) => {
    setMaking(false)
    setSecret(made)
    asked.reload()
  }
  return (
    <Page title={text('webhooks')} lead={text('webhooksLead')}>
      <Await loaded={asked.loaded}>
        {({ webhooks, services }) => (
          <>
            {may('webhooks:write') && services.length > 0 && (
              <div class="page-actions">
                <Button look="primary" onClick={() => setMaking(true)}>
                  {text('newWebhook')}
                </Button>
              </div>
            )}
            {webhooks.length === 0 ? (
              <EmptyState title={text('none')} lead={text('noneLead')} />
            ) : (
              <WebhookTable webhooks={webhooks} />
            )}
            {isMaking && <NewWebhook services={services} onMade={onMade} onClose={() => setMaking(false)} />}
          </>
        )}
      </Await>
      {secret !== undefined && <SecretOnce secret={secret} onClose={() => setSecret(undefined)} />}
    </Page>
  )
}

function WebhookTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  return (
    <Table
      labelled
      label={text('webhooks')}
      head={[text('address'), text('service'), text('hears'), text('since')]}
      rows={webhooks.map((webhook) => ({
        key: webhook.id,
        cells: [
          <a href={pathTo(`/webhooks/${webhook.id}`)}>
            <bdi class="mono">{webhook.url}</bdi>
          </a>,
          serviceText(webhook.service),
          eventsText(webhook.events),
          <Moment at={webhook.createdAt} />,
        ],
      }))}
    />
  )
}
