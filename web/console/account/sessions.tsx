import { useAction } from '../../ui/action.ts'
import { useAnswer } from '../../ui/ask.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/dialogs/failure-notice.tsx'
import { Await } from '../../ui/lists/load.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { problemText } from '../../ui/problems/problem-text.ts'
import { showToast } from '../../ui/toast.tsx'
import { agentName } from '../base/agent-name.ts'
import { consoleServer } from '../base/services.ts'
import { momentText } from './moment.ts'
import { text } from './texts.ts'

export function Sessions() {
  const asked = useAnswer('sessions', (signal) => consoleServer.listSessions({ signal }))
  const { failure, run } = useAction(problemText)
  const end = async (sessionId: string) => {
    await consoleServer.endSession({ params: { sessionId } })
    showToast(text('ended'))
    asked.reload()
  }
  return (
    <section>
      <h2>{text('sessions')}</h2>
      <Await loaded={asked.loaded}>
        {({ data: sessions }) => (
          <Table
            labelled
            label={text('sessions')}
            head={[text('name'), text('since'), text('lastUsed'), '']}
            rows={sessions.map(({ id, agent, createdAt, lastUsedAt, current }) => {
              const named = agentName(agent) ?? text('unknownAgent')
              return {
                key: id,
                cells: [
                  named,
                  momentText(createdAt),
                  momentText(lastUsedAt),
                  current ? (
                    <Badge tone="info">{text('here')}</Badge>
                  ) : (
                    <Button
                      size="small"
                      label={text('endLabel', { agent: named })}
                      onClick={() => run(() => end(id))}
                    >
                      {text('end')}
                    </Button>
                  ),
                ],
              }
            })}
          />
        )}
      </Await>
      <FailureNotice failure={failure} />
    </section>
  )
}
