import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { FailureNotice } from '../../ui/dialogs/failure-notice.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { problemText } from '../../ui/problems/problem-text.ts'
import { showToast } from '../../ui/toast.tsx'
import { momentText } from '../account/moment.ts'
import { roleText } from '../base/role-text.ts'
import { consoleServer } from '../base/services.ts'
import { me } from '../base/session.ts'
import type { Invited } from './invite-dialog.tsx'
import { nameOf, type Operator, stateOf } from './operator.ts'
import { RoleDialog } from './role-dialog.tsx'
import { text } from './texts.ts'

type OperatorTableProps = {
  operators: readonly Operator[]
  mayWrite: boolean
  onChanged: () => void
  onInvited: (invited: Invited) => void
}
type Open = { kind: 'role' | 'disable'; operator: Operator }

const tones = { live: 'good', invited: 'info', disabled: 'bad' } as const

export function OperatorTable({ operators, mayWrite, onChanged, onInvited }: OperatorTableProps) {
  const [open, setOpen] = useState<Open>()
  const { failure, run } = useAction(problemText)
  const close = () => setOpen(undefined)
  const change = async (operatorId: string, disabled: boolean) => {
    await consoleServer.changeOperator({ params: { operatorId }, body: { disabled } })
    showToast(text('saved'))
    onChanged()
  }
  const inviteAgain = async ({ email, role, organisation }: Operator) => {
    const bound = organisation === undefined ? {} : { organisationId: organisation.id }
    const { body } = await consoleServer.inviteOperator({ body: { email, role, ...bound } })
    onInvited(body)
  }
  const actions = (operator: Operator) => {
    const name = nameOf(operator)
    const isDisabled = operator.disabledAt !== undefined
    return (
      <div class="row-actions">
        <Button
          size="small"
          label={text('changeLabel', { name })}
          onClick={() => setOpen({ kind: 'role', operator })}
        >
          {text('change')}
        </Button>
        {!isDisabled && (
          <Button
            size="small"
            label={text('inviteAgainLabel', { name })}
            onClick={() => run(() => inviteAgain(operator))}
          >
            {text('inviteAgain')}
          </Button>
        )}
        {isDisabled ? (
          <Button
            size="small"
            label={text('enableLabel', { name })}
            onClick={() => run(() => change(operator.id, false))}
          >
            {text('enable')}
          </Button>
        ) : (
          <Button
            size="small"
            label={text('disableLabel', { name })}
            onClick={() => setOpen({ kind: 'disable', operator })}
          >
            {text('disable')}
          </Button>
        )}
      </div>
    )
  }
  return (
    <>
      <FailureNotice failure={failure} />
      <Table
        labelled
        wide
        label={text('operators')}
        head={[
          text('name'),
          text('role'),
          text('organisation'),
          text('state'),
          text('lastSeen'),
          ...(mayWrite ? [''] : []),
        ]}
        rows={operators.map((operator) => ({
          key: operator.id,
          cells: [
            <Who operator={operator} />,
            roleText(operator.role),
            <bdi>{operator.organisation?.name ?? text('allOrganisations')}</bdi>,
            <Badge tone={tones[stateOf(operator)]}>{text(stateOf(operator))}</Badge>,
            operator.lastSeenAt === undefined ? text('never') : momentText(operator.lastSeenAt),
            ...(mayWrite ? [actions(operator)] : []),
          ],
        }))}
      />
      {open?.kind === 'role' && <RoleDialog operator={open.operator} onChanged={onChanged} onClose={close} />}
      {open?.kind === 'disable' && (
        <ActionDialog
          title={text('disableTitle')}
          yes={text('disable')}
          act={() => change(open.operator.id, true)}
          onClose={close}
        >
          <p>{text('disableText', { name: nameOf(open.operator) })}</p>
        </ActionDialog>
      )}
    </>
  )
}

function Who({ operator: { id, name, email } }: { operator: Operator }) {
  return (
    <>
      <bdi>{name ?? email}</bdi> {id === me.value?.id && <Badge>{text('you')}</Badge>}
      {name !== undefined && (
        <div class="soft">
          <bdi>{email}</bdi>
        </div>
      )}
    </>
  )
}
