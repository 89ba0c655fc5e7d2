import { useState } from 'preact/hooks'
import { useAsked } from '../../ui/ask.ts'
import { Button } from '../../ui/button.tsx'
import { defined } from '../../ui/defined.ts'
import { Await } from '../../ui/lists/load.tsx'
import { readWhole } from '../../ui/lists/whole-list.ts'
import { Page } from '../base/page.tsx'
import { consoleServer } from '../base/services.ts'
import { may } from '../base/session.ts'
import { InviteDialog, type Invited } from './invite-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import type { Operator } from './operator.ts'
import { OperatorTable } from './operator-table.tsx'
import { Organisations } from './organisations.tsx'
import { text } from './texts.ts'

function listOperators(signal: AbortSignal): Promise<Operator[]> {
  return readWhole((cursor) =>
    consoleServer.listOperators({ query: defined({ limit: 200, cursor }), signal }),
  )
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
