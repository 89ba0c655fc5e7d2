import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { defined } from '../../ui/defined.ts'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { usePages } from '../../ui/lists/pages.ts'
import { Moment } from '../../ui/time/moment.tsx'
import { consoleServer, type Listed } from '../base/services.ts'
import { keptChannelText, purposeText, text } from './texts.ts'

type Kept = Listed<typeof consoleServer.readOutbox>

/** The outbox contains codes: it is read only on request, and each reading is audited. */
export function OutboxTexts() {
  const [isShown, setShown] = useState(false)
  if (isShown) return <KeptMessages />
  return (
    <>
      <p>{text('textsLead')}</p>
      <Button look="primary" onClick={() => setShown(true)}>
        {text('showTexts')}
      </Button>
    </>
  )
}

function KeptMessages() {
  const pages = usePages<Kept>('outbox', (cursor, signal) =>
    consoleServer.readOutbox({ query: defined({ cursor }), signal }),
  )
  return (
    <>
      <div class="page-actions">
        <Button onClick={pages.reload}>{text('reload')}</Button>
      </div>
      <PagedList pages={pages} noneTitle={text('outboxEmpty')} noneLead={text('outboxEmptyLead')}>
        {(messages) => (
          <ul class="outbox">
            {messages.map((message, at) => (
              <li key={`${message.at} ${at}`}>
                <p>
                  <strong>
                    <bdi>{message.to}</bdi>
                  </strong>{' '}
                  · {keptChannelText(message.channel)} · <bdi>{purposeText(message.purpose)}</bdi> ·{' '}
                  <Moment at={message.at} />
                </p>
                {message.subject !== undefined && (
                  <p>
                    <bdi>{message.subject}</bdi>
                  </p>
                )}
                <p class="message-text">
                  <bdi>{message.text}</bdi>
                </p>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}
