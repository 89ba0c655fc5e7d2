import { useState } from 'preact/hooks'
import { Badge } from '../../ui/badge.tsx'
import { defined } from '../../ui/defined.ts'
import { FilterSelect } from '../../ui/inputs/filter-select.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { usePages } from '../../ui/lists/pages.ts'
import { EmptyState } from '../../ui/lists/states.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { problemOf } from '../../ui/problems/problem.ts'
import { issuer, type Listed } from '../base/services.ts'
import { Code, When } from '../identity/parts.tsx'
import { SearchForm } from '../identity/search-form.tsx'
import { text } from '../identity/texts.ts'
import { useWork } from '../identity/work.ts'
import { IssuerFrame } from './frame.tsx'

type Key = Listed<typeof issuer.listKeys>
type Kind = Key['kind']

const FINGERPRINT_LENGTH = 43

export function KeysPage() {
  const [found, setFound] = useState<readonly Key[]>()
  const [kind, setKind] = useState<Kind>()
  return (
    <IssuerFrame title={text('issuerKeys')} lead={text('issuerKeysLead')}>
      <KeySearch onFound={setFound} />
      {found === undefined ? (
        <>
          <div class="id-bar">
            <FilterSelect
              label={text('kind')}
              all={text('allKinds')}
              value={kind}
              onChange={setKind}
              choices={[
                { value: 'person', label: text('people') },
                { value: 'application', label: text('applicationsOnly') },
              ]}
            />
          </div>
          <KeyPages kind={kind} />
        </>
      ) : found.length === 0 ? (
        <EmptyState title={text('noKeyFound')} lead={text('noKeyFoundLead')} />
      ) : (
        <KeyTable keys={found} />
      )}
    </IssuerFrame>
  )
}

function KeySearch({ onFound }: { onFound: (found: readonly Key[] | undefined) => void }) {
  const work = useWork()
  const find = (search: string) => {
    const fingerprint = search.trim()
    if (fingerprint.length !== FINGERPRINT_LENGTH) return onFound([])
    work.run(async () => onFound(await findKey(fingerprint)))
  }
  return (
    <SearchForm
      label={text('findKey')}
      help={text('findKeyHelp')}
      maxLength={60}
      work={work}
      onFind={find}
      onEmpty={() => onFound(undefined)}
    />
  )
}

async function findKey(fingerprint: string): Promise<readonly Key[]> {
  try {
    return [(await issuer.getKey({ params: { fingerprint } })).body]
  } catch (error) {
    if (problemOf(error).status === 404) return []
    throw error
  }
}

function KeyPages({ kind }: { kind: Kind | undefined }) {
  const pages = usePages<Key>(`issuer keys ${kind ?? ''}`, (cursor, signal) =>
    issuer.listKeys({ query: defined({ cursor, kind }), signal }),
  )
  return (
    <PagedList pages={pages} noneTitle={text('noIssuerKeys')} noneLead={text('noIssuerKeysLead')}>
      {(keys) => <KeyTable keys={keys} />}
    </PagedList>
  )
}

function KeyTable({ keys }: { keys: readonly Key[] }) {
  return (
    <Table
      labelled
      wide
      label={text('issuerKeys')}
      head={[text('fingerprint'), text('kind'), text('name'), text('claims'), text('state'), text('since')]}
      rows={keys.map((key) => ({
        key: key.fingerprint,
        cells: [
          <Code value={key.fingerprint} />,
          text(key.kind === 'person' ? 'person' : 'anApplication'),
          <bdi class="id-clip">{key.name ?? '–'}</bdi>,
          key.claims.join(', ') || '–',
          <KeyState of={key} />,
          <When at={key.since} />,
        ],
      }))}
    />
  )
}

function KeyState({ of: key }: { of: Key }) {
  if (key.revokedAt === null)
    return (
      <Badge tone={key.claims.length > 0 ? 'good' : 'info'}>
        {text(key.claims.length > 0 ? 'confirmed' : 'registered')}
      </Badge>
    )
  return (
    <>
      <Badge tone="bad">{text('keyRevoked')}</Badge> <When at={key.revokedAt} />
      {key.successor !== null && (
        <p>
          {text('successor')} <Code value={key.successor} />
        </p>
      )}
    </>
  )
}
