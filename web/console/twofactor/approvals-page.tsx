import { useState } from 'preact/hooks'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { defined } from '../../ui/defined.ts'
import { FilterSelect } from '../../ui/inputs/filter-select.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { usePages } from '../../ui/lists/pages.ts'
import { Table } from '../../ui/lists/table.tsx'
import { type Listed, twofactor } from '../base/services.ts'
import { When } from '../identity/parts.tsx'
import { text } from '../identity/texts.ts'
import { ApprovalDialog } from './approval-dialog.tsx'
import { ForApplication, TwofactorFrame } from './base/frame.tsx'

type Approval = Listed<typeof twofactor.listApprovals>
type Status = Approval['status']

const names = {
  pending: ['info', 'approvalPending'],
  approved: ['good', 'approvalApproved'],
  denied: ['bad', 'approvalDenied'],
  expired: [undefined, 'approvalExpired'],
} as const

export function ApprovalsPage() {
  return (
    <TwofactorFrame title={text('approvals')} lead={text('approvalsLead')}>
      <ForApplication>{({ id }) => <Approvals key={id} applicationId={id} />}</ForApplication>
    </TwofactorFrame>
  )
}

function Approvals({ applicationId }: { applicationId: string }) {
  const [status, setStatus] = useState<Status>()
  const [open, setOpen] = useState<string>()
  const pages = usePages<Approval>(`approvals ${applicationId} ${status ?? ''}`, (cursor, signal) =>
    twofactor.listApprovals({ params: { applicationId }, query: defined({ cursor, status }), signal }),
  )
  return (
    <>
      <div class="id-bar">
        <FilterSelect
          label={text('state')}
          all={text('allStates')}
          value={status}
          onChange={setStatus}
          choices={(Object.keys(names) as Status[]).map((value) => ({ value, label: text(names[value][1]) }))}
        />
      </div>
      <PagedList pages={pages} noneTitle={text('noApprovals')} noneLead={text('noApprovalsLead')}>
        {(approvals) => <ApprovalTable approvals={approvals} onOpen={setOpen} />}
      </PagedList>
      {open !== undefined && (
        <ApprovalDialog applicationId={applicationId} approvalId={open} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}

function ApprovalState({ status }: { status: Status }) {
  const [tone, name] = names[status]
  return <Badge tone={tone}>{text(name)}</Badge>
}

type ApprovalTableProps = { approvals: readonly Approval[]; onOpen: (id: string) => void }

function ApprovalTable({ approvals, onOpen }: ApprovalTableProps) {
  return (
    <Table
      labelled
      label={text('approvals')}
      head={[text('message'), text('user'), text('state'), text('asked'), text('answered'), '']}
      rows={approvals.map((approval) => ({
        key: approval.id,
        cells: [
          <bdi class="id-clip">{approval.message}</bdi>,
          approval.user ?? '–',
          <ApprovalState status={approval.status} />,
          <When at={approval.createdAt} />,
          <When at={approval.processedAt} />,
          <Button
            size="small"
            label={text('detailsOf', { name: approval.message })}
            onClick={() => onOpen(approval.id)}
          >
            {text('details')}
          </Button>,
        ],
      }))}
    />
  )
}
