import { useState } from 'preact/hooks'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { defined } from '../../ui/defined.ts'
import { FilterSelect } from '../../ui/inputs/filter-select.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { usePages } from '../../ui/lists/pages.ts'
import { Table } from '../../ui/lists/table.tsx'
import { Moment } from '../../ui/time/moment.tsx'
import { consoleServer, type Listed } from '../base/services.ts'
import { channelText, purposeText, stateText, text } from './texts.ts'

type Logged = Listed<typeof consoleServer.listMessages>

const states = ['queued', 'sent', 'failed', 'expired', 'unknown'] as const
const channels = ['sms', 'voice', 'email', 'push'] as const
const tones = { queued: 'info', sent: 'good', failed: 'bad', expired: 'warn', unknown: 'warn' } as const

/** The outcome of every message of the last month. Recipients are encrypted, and shown to nobody. */
export function DeliveryLog() {
  const [state, setState] = useState<Logged['state']>()
  const [channel, setChannel] = useState<Logged['channel']>()
  const pages = usePages<Logged>(`messages ${state} ${channel}`, (cursor, signal) =>
    consoleServer.listMessages({ query: defined({ cursor, state, channel }), signal }),
  )
  const isFiltered = state !== undefined || channel !== undefined
  return (
    <>
      <p class="notice">{text('sealed')}</p>
      <div class="filters">
        <FilterSelect
          label={text('state')}
          all={text('all')}
          value={state}
          onChange={setState}
          choices={states.map((name) => ({ value: name, label: stateText(name) }))}
        />
        <FilterSelect
          label={text('channel')}
          all={text('all')}
          value={channel}
          onChange={setChannel}
          choices={channels.map((name) => ({ value: name, label: channelText(name) }))}
        />
        <Button onClick={pages.reload}>{text('reload')}</Button>
      </div>
      <PagedList
        pages={pages}
        noneTitle={text(isFiltered ? 'noneFound' : 'noneYet')}
        noneLead={isFiltered ? undefined : text('noneYetLead')}
      >
        {(messages) => <LogTable messages={messages} />}
      </PagedList>
    </>
  )
}

function LogTable({ messages }: { messages: readonly Logged[] }) {
  return (
    <Table
      labelled
      label={text('log')}
      head={[
        text('time'),
        text('channel'),
        text('purpose'),
        text('state'),
        text('gateway'),
        text('attempts'),
      ]}
      rows={messages.map((message) => ({
        key: message.id,
        cells: [
          <Moment at={message.createdAt} />,
          channelText(message.channel),
          purposeText(message.purpose),
          <MessageState message={message} />,
          <bdi>{message.gateway ?? '–'}</bdi>,
          String(message.attempts),
        ],
      }))}
    />
  )
}

/** If the gateway has sent a receipt, it counts more than the state. */
function MessageState({ message: { state, receipt } }: { message: Logged }) {
  if (receipt === 'delivered') return <Badge tone="good">{text('receiptDelivered')}</Badge>
  if (receipt === 'undelivered') return <Badge tone="bad">{text('receiptUndelivered')}</Badge>
  return <Badge tone={tones[state]}>{stateText(state)}</Badge>
}
