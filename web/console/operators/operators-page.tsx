import { useState } from 'preact/hooks'
import { useAsked } from '../../ui/ask.ts'
import { Button } from '../../ui/button.tsx'
import { Await } from '../../ui/load.tsx'
import { Page } from '../page.tsx'
import { consoleServer } from '../services.ts'
import { may } from '../session.ts'
import { InviteDialog, type Invited } from './invite-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import type { Operator } from './operator.ts'
import { OperatorTable } from './operator-table.tsx'
import { Organisations } from './organisations.tsx'
import { text } from './texts.ts'

/** Every page until here: the list is short, and read as a whole. */
async function listOperators(signal: AbortSignal): Promise<Operator[]> {
  const operators: Operator[] = []
  let cursor: string | null = null
  do {
    const query = { limit: 200, ...(cursor === null ? {} : { cursor }) }
    const { body } = await consoleServer.listOperators({ query, signal })
    operators.push(...body.data)
    cursor = body.nextCursor
  } while (cursor !== null)
  return operators
}

export function OperatorsPage() {
  const asked = useAsked('operators', listOperators)
  const [isInviting, setInviting] = useState(false)
  const [invited, setInvited] = useState<Invited>()
  const mayWrite = may('operators:write', true)
  const show = (made: Invited) => {
    setInviting(false)
    setInvited(made)
    asked.reload()
  }
  return (
    <Page title={text('operators')} lead={text('lead')}>
      {mayWrite && (
        <p>
          <Button look="primary" onClick={() => setInviting(true)}>
            {text('invite')}
          </Button>
        </p>
      )}
      <Await loaded={asked.loaded}>
        {(operators) => (
          <OperatorTable
            operators={operators}
            mayWrite={mayWrite}
            onChanged={asked.reload}
            onInvited={show}
          />
        )}
      </Await>
      <Organisations mayWrite={mayWrite} />
      {isInviting && <InviteDialog onInvited={show} onClose={() => setInviting(false)} />}
      {invited !== undefined && <LinkDialog invited={invited} onClose={() => setInvited(undefined)} />}
    </Page>
  )
}
