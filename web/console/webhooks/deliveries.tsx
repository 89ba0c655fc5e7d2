import { useEffect, useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { defined } from '../../ui/defined.ts'
import { FailureNotice } from '../../ui/dialogs/failure-notice.tsx'
import { FilterSelect } from '../../ui/inputs/filter-select.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { usePages } from '../../ui/lists/pages.ts'
import { Table } from '../../ui/lists/table.tsx'
import { repeatWhileSeen } from '../../ui/offline/poll.ts'
import { problemText } from '../../ui/problems/problem-text.ts'
import { Moment } from '../../ui/time/moment.tsx'
import { showToast } from '../../ui/toast.tsx'
import { consoleServer } from '../base/services.ts'
import { may } from '../base/session.ts'
import { deliveryStateText, text } from './texts.ts'
import type { Delivery } from './webhook.ts'

const tones = { queued: 'info', delivered: 'good', failed: 'bad' } as const
const states = ['queued', 'delivered', 'failed'] as const
const SOON_MS = 2_000
/** How long deliveries are kept. */
const KEPT_MS = 30 * 24 * 3_600_000

/** `turn` grows with everything that is sent, so that the list is read again. */
export function WebhookDeliveries({ webhookId, turn }: { webhookId: string; turn: number }) {
  const params = { webhookId }
  const [state, setState] = useState<Delivery['state']>()
  const { isBusy, failure, run } = useAction(problemText)
  const pages = usePages<Delivery>(`deliveries ${webhookId} ${state} ${turn}`, (cursor, signal) =>
    consoleServer.listWebhookDeliveries({ params, query: defined({ cursor, state }), signal }),
  )
  const waits = pages.loaded.status === 'done' && pages.loaded.value.some(({ state: is }) => is === 'queued')
  // Pending deliveries will have an answer soon, so the list is read again.
  useEffect(() => {
    if (!waits || pages.isLong) return
    return repeatWhileSeen(async () => pages.reload(), SOON_MS)
  }, [waits, pages.isLong, pages.reload])
  const replay = (deliveryId: string) =>
    run(async () => {
      await consoleServer.replayWebhookDelivery({ params: { webhookId, deliveryId } })
      showToast(text('replayed'))
      pages.reload()
    })
  const replayFailed = () =>
    run(async () => {
      const since = new Date(Date.now() - KEPT_MS).toISOString()
      const { body } = await consoleServer.replayFailedDeliveries({ params, body: { since } })
      showToast(text('replayedFailed', { count: body.replayed }))
      pages.reload()
    })
  return (
    <>
      <div class="filters">
        <FilterSelect
          label={text('state')}
          all={text('all')}
          value={state}
          onChange={setState}
          choices={states.map((name) => ({ value: name, label: deliveryStateText(name) }))}
        />
        <Button onClick={pages.reload}>{text('reload')}</Button>
        {may('webhooks:write') && (
          <Button disabled={isBusy} onClick={replayFailed}>
            {text('replayAll')}
          </Button>
        )}
      </div>
      <FailureNotice failure={failure} />
      <PagedList pages={pages} noneTitle={text('nothingSent')} noneLead={text('nothingSentLead')}>
        {(deliveries) => <DeliveryTable deliveries={deliveries} isBusy={isBusy} onReplay={replay} />}
      </PagedList>
    </>
  )
}

type TableProps = { deliveries: readonly Delivery[]; isBusy: boolean; onReplay: (id: string) => void }

function DeliveryTable({ deliveries, isBusy, onReplay }: TableProps) {
  return (
    <Table
      labelled
      label={text('deliveries')}
      head={[text('since'), text('event'), text('state'), text('answer'), text('attempts'), '']}
      rows={deliveries.map(({ id, type, state, lastStatus, attempts, createdAt }) => ({
        key: id,
        cells: [
          <Moment at={createdAt} />,
          <bdi class="mono">{type}</bdi>,
          <Badge tone={tones[state]}>{deliveryStateText(state)}</Badge>,
          lastStatus === null ? '–' : lastStatus === 0 ? text('noAnswer') : String(lastStatus),
          String(attempts),
          state !== 'queued' && may('webhooks:write') ? (
            <Button
              size="small"
              disabled={isBusy}
              label={`${text('replay')}: ${type}`}
              onClick={() => onReplay(id)}
            >
              {text('replay')}
            </Button>
          ) : (
            ''
          ),
        ],
      }))}
    />
  )
}
