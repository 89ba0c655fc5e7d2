import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useAction } from '../../ui/action.ts'
import { useAnswer } from '../../ui/ask.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/dialogs/confirm-button.tsx'
import { FailureNotice } from '../../ui/dialogs/failure-notice.tsx'
import { Await } from '../../ui/lists/load.tsx'
import { problemText } from '../../ui/problems/problem-text.ts'
import { Moment } from '../../ui/time/moment.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
import { consoleServer } from '../base/services.ts'
import { may } from '../base/session.ts'
import { WebhookDeliveries } from './deliveries.tsx'
import { SecretOnce } from './secret-once.tsx'
import { eventsText, serviceText, text } from './texts.ts'
import type { Webhook } from './webhook.ts'

export function WebhookPage({ id }: { id: string }) {
  const params = { webhookId: id }
  const [turn, setTurn] = useState(0)
  const asked = useAnswer(`webhook ${id}`, (signal) => consoleServer.getWebhook({ params, signal }))
  return (
    <Page title={text('webhook')}>
      <p>
        <a href={pathTo('/webhooks')}>{text('allWebhooks')}</a>
      </p>
      <Await loaded={asked.loaded}>
        {(webhook) => (
          <>
            <WebhookFacts webhook={webhook} />
            {may('webhooks:write') && (
              <WebhookActions
                webhook={webhook}
                onRotated={asked.reload}
                onSent={() => setTurn((count) => count + 1)}
              />
            )}
            <h2>{text('deliveries')}</h2>
            <WebhookDeliveries webhookId={id} turn={turn} />
          </>
        )}
      </Await>
    </Page>
  )
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  return (
    <dl class="facts">
      <dt>{text('address')}</dt>
      <dd>
        <bdi class="mono">{webhook.url}</bdi>
      </dd>
      <dt>{text('service')}</dt>
      <dd>{serviceText(webhook.service)}</dd>
      <dt>{text('hears')}</dt>
      <dd>{eventsText(webhook.events)}</dd>
      <dt>{text('since')}</dt>
      <dd>
        <Moment at={webhook.createdAt} />
      </dd>
      {webhook.rotatedUntil !== null && (
        <>
          <dt>{text('oldSecret')}</dt>
          <dd>
            {text('signsUntil')} <Moment at={webhook.rotatedUntil} />
          </dd>
        </>
      )}
    </dl>
  )
}

type ActionsProps = { webhook: Webhook; onRotated: () => void; onSent: () => void }

function WebhookActions({ webhook, onRotated, onSent }: ActionsProps) {
  const params = { webhookId: webhook.id }
  const { route } = useLocation()
  const [secret, setSecret] = useState<string>()
  const { isBusy, failure, run } = useAction(problemText)
  const test = () =>
    run(async () => {
      await consoleServer.testWebhook({ params })
      showToast(text('testSent'))
      onSent()
    })
  const rotate = () =>
    run(async () => {
      setSecret((await consoleServer.rotateWebhookSecret({ params })).body.secret)
      onRotated()
    })
  const remove = () =>
    run(async () => {
      await consoleServer.removeWebhook({ params })
      route(pathTo('/webhooks'))
    })
  return (
    <>
      <div class="page-actions">
        <Button look="primary" disabled={isBusy} onClick={test}>
          {text('test')}
        </Button>
        <ConfirmButton disabled={isBusy} title={text('rotate')} yes={text('rotate')} onYes={rotate}>
          {text('rotateLead')}
        </ConfirmButton>
        <ConfirmButton disabled={isBusy} title={text('remove')} yes={text('remove')} onYes={remove}>
          {text('removeLead')}
        </ConfirmButton>
      </div>
      <FailureNotice failure={failure} />
      {secret !== undefined && <SecretOnce secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  )
}
