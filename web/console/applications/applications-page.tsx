import { Badge } from '../../ui/badge.tsx'
import { defined } from '../../ui/defined.ts'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { usePages } from '../../ui/lists/pages.ts'
import { Table } from '../../ui/lists/table.tsx'
import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
import { consoleServer } from '../base/services.ts'
import { may } from '../base/session.ts'
import { When } from '../identity/parts.tsx'
import { text } from '../identity/texts.ts'
import type { Application, Key } from './key.ts'
import { KeyTable } from './key-table.tsx'

export function ApplicationsPage() {
  return (
    <Page title={text('applications')} lead={text('applicationsLead')}>
      <Applications />
      <EventKeys />
    </Page>
  )
}

function Applications() {
  const pages = usePages<Application>('applications', (cursor, signal) =>
    consoleServer.listApplications({ query: defined({ cursor }), signal }),
  )
  return (
    <section>
      <div class="id-head">
        <h2>{text('twofactorApplications')}</h2>
        {may('keys:write') && (
          <a class="button" href={pathTo('/applications/new')}>
            {text('newApplication')}
          </a>
        )}
      </div>
      <PagedList pages={pages} noneTitle={text('noApplications')} noneLead={text('noApplicationsLead')}>
        {(applications) => (
          <Table
            labelled
            label={text('twofactorApplications')}
            head={[text('name'), text('state'), text('keysThatOpen'), text('lastUsed'), text('made')]}
            rows={applications.map((application) => ({
              key: application.id,
              cells: applicationCells(application),
            }))}
          />
        )}
      </PagedList>
    </section>
  )
}

function applicationCells({ id, name, disabledAt, keys, createdAt }: Application) {
  const used = keys.flatMap(({ lastUsedAt }) => (lastUsedAt === null ? [] : [lastUsedAt])).toSorted()
  const last = used.at(-1)
  return [
    <a href={pathTo(`/applications/${id}`)}>
      <bdi class="id-clip">{name}</bdi>
    </a>,
    disabledAt === null ? (
      <Badge tone="good">{text('inUse')}</Badge>
    ) : (
      <Badge tone="bad">{text('disabled')}</Badge>
    ),
    keys.map(({ hint }) => `${hint}…`).join(' '),
    last === undefined ? text('never') : <When at={last} />,
    <When at={createdAt} />,
  ]
}

function EventKeys() {
  const pages = usePages<Key>('event keys', (cursor, signal) =>
    consoleServer.listKeys({ query: { service: 'events' as const, ...defined({ cursor }) }, signal }),
  )
  return (
    <section>
      <div class="id-head">
        <h2>{text('eventKeys')}</h2>
        {may('keys:write') && (
          <a class="button" href={pathTo('/applications/new-key')}>
            {text('newKey')}
          </a>
        )}
      </div>
      <p>{text('eventKeysLead')}</p>
      <PagedList pages={pages} noneTitle={text('noKeys')} noneLead={text('noKeysLead')}>
        {(keys) => <KeyTable keys={keys} withScopes onChange={pages.reload} />}
      </PagedList>
    </section>
  )
}
