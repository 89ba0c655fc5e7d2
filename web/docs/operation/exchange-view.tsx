import { CodeBlock } from '../../ui/code-block.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Status } from '../base/method.tsx'
import { text } from '../base/texts.ts'
import type { Exchange, ExchangeState } from './exchange.ts'

const SHOWN = 100_000

/** The response, or why there is none. */
export function ExchangeView({ state }: { state: ExchangeState }) {
  const exchange = 'exchange' in state ? state.exchange : undefined
  return (
    <div class="exchange">
      <p role="status">
        {exchange !== undefined ? (
          <>
            <Status status={exchange.status} /> {text('took', { ms: exchange.ms })}
          </>
        ) : state.kind === 'waiting' ? (
          text('waiting')
        ) : null}
      </p>
      {state.kind === 'failed' && (
        <p class="failure" role="alert">
          {text('noAnswer', { detail: state.detail })}
        </p>
      )}
      {exchange !== undefined && (
        <Tabs
          label={text('answers')}
          tabs={[
            { key: 'body', title: text('body'), content: () => <ExchangeBody exchange={exchange} /> },
            {
              key: 'headers',
              title: text('headers'),
              content: () => <ExchangeHeaders exchange={exchange} />,
            },
          ]}
        />
      )}
    </div>
  )
}

function ExchangeBody({ exchange }: { exchange: Exchange }) {
  if (exchange.image !== undefined)
    return <img class="answer-image" src={exchange.image} alt={exchange.type} />
  if (exchange.text === '') return <p class="soft">{text('noBody')}</p>
  const rest = exchange.text.length - SHOWN
  return (
    <>
      <CodeBlock title={exchange.type} text={exchange.text.slice(0, SHOWN)} wrap />
      {rest > 0 && <p class="soft">{text('cut', { count: rest })}</p>}
    </>
  )
}

function ExchangeHeaders({ exchange }: { exchange: Exchange }) {
  const rows = exchange.headers.map(([name, value]) => ({
    key: name,
    cells: [<code>{name}</code>, <span class="anywhere">{value}</span>],
  }))
  return <Table label={text('headers')} head={[text('header'), text('meaning')]} rows={rows} />
}
