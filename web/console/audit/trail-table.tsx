import { Badge } from '../../ui/badge.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { Moment } from '../../ui/time/moment.tsx'
import { me } from '../base/session.ts'
import { organisationId } from '../base/session-state.ts'
import type { Entry } from './entry.ts'
import { Sentence } from './sentence.tsx'
import { text } from './texts.ts'

export function TrailTable({ entries }: { entries: readonly Entry[] }) {
  return (
    <Table
      label={text('audit')}
      head={[text('time'), text('what'), text('detail')]}
      rows={entries.map((entry) => ({
        key: entry.id,
        cells: [
          <Moment at={entry.at} />,
          <span>
            <Sentence entry={entry} /> <Elsewhere entry={entry} />
          </span>,
          <Detail entry={entry} />,
        ],
      }))}
    />
  )
}

/**
 * The trail is about the whole server, so it always shows everything; entries of other organisations than the selected
 * one say so.
 */
function Elsewhere({ entry }: { entry: Entry }) {
  if (entry.organisationId === null || entry.organisationId === organisationId.value) return null
  const name = me.value?.organisations.find(({ id }) => id === entry.organisationId)?.name
  return name === undefined ? null : (
    <Badge>
      <bdi>{name}</bdi>
    </Badge>
  )
}

/** Members that the sentence already tells. */
const told: ReadonlySet<string> = new Set(['id', 'attendeeId', 'registrationId', 'status', 'count'])

function Detail({ entry: { action, detail } }: { entry: Entry }) {
  const members = Object.entries(detail ?? {}).filter(([name]) => !told.has(name))
  return (
    <span class="audit-detail">
      <span class="mono">{action}</span>
      {members.map(([name, value]) => (
        <bdi key={name} class="mono">
          {name}: {typeof value === 'string' ? value : JSON.stringify(value)}
        </bdi>
      ))}
    </span>
  )
}
