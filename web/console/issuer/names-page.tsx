import { useState } from 'preact/hooks'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { defined } from '../../ui/defined.ts'
import { SelectInput } from '../../ui/inputs/inputs.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { usePages } from '../../ui/lists/pages.ts'
import { Table } from '../../ui/lists/table.tsx'
import { issuer } from '../base/services.ts'
import { may } from '../base/session.ts'
import { Code, When } from '../identity/parts.tsx'
import { text } from '../identity/texts.ts'
import { IssuerFrame } from './frame.tsx'
import type { NamedApplication } from './named-application.ts'
import { VerifyDialog } from './verify-dialog.tsx'

export function NamesPage() {
  const [state, setState] = useState<'unverified' | 'verified' | undefined>('unverified')
  const [open, setOpen] = useState<NamedApplication>()
  const pages = usePages<NamedApplication>(`names ${state ?? ''}`, (cursor, signal) =>
    issuer.listApplications({ query: defined({ cursor, state }), signal }),
  )
  const close = () => {
    setOpen(undefined)
    pages.reload()
  }
  return (
    <IssuerFrame title={text('names')} lead={text('namesLead')}>
      <div class="id-bar">
        <SelectInput
          label={text('state')}
          value={state ?? ''}
          onChange={(chosen) => setState(chosen || undefined)}
          choices={[
            { value: 'unverified', label: text('unverified') },
            { value: 'verified', label: text('verified') },
            { value: '', label: text('allStates') },
          ]}
        />
      </div>
      <PagedList pages={pages} noneTitle={text('noNames')} noneLead={text('noNamesLead')}>
        {(applications) => <NameTable of={applications} onOpen={setOpen} />}
      </PagedList>
      {open !== undefined && <VerifyDialog of={open} onClose={close} />}
    </IssuerFrame>
  )
}

type OnOpen = (application: NamedApplication) => void

function NameTable({ of: applications, onOpen }: { of: readonly NamedApplication[]; onOpen: OnOpen }) {
  return (
    <Table
      labelled
      label={text('names')}
      head={[text('name'), text('fingerprint'), text('origins'), text('state'), text('since'), '']}
      rows={applications.map((application) => ({
        key: application.fingerprint,
        cells: [
          <bdi class="id-clip">{application.name ?? text('unnamed')}</bdi>,
          <Code value={application.fingerprint} />,
          <bdi>{application.origins.join(', ') || '–'}</bdi>,
          <NameState of={application} />,
          <When at={application.since} />,
          <NameAction of={application} onOpen={onOpen} />,
        ],
      }))}
    />
  )
}

function NameState({ of: { verified, revokedAt } }: { of: NamedApplication }) {
  if (revokedAt !== null) return <Badge tone="bad">{text('keyRevoked')}</Badge>
  return <Badge tone={verified ? 'good' : 'warn'}>{text(verified ? 'verified' : 'unverified')}</Badge>
}

function NameAction({ of: application, onOpen }: { of: NamedApplication; onOpen: OnOpen }) {
  const { name, revokedAt, verified } = application
  if (!may('issuer:write', true) || name === null || revokedAt !== null) return null
  return (
    <Button
      size="small"
      label={text(verified ? 'withdrawOf' : 'verifyOf', { name })}
      onClick={() => onOpen(application)}
    >
      {text(verified ? 'withdraw' : 'verifyName')}
    </Button>
  )
}
