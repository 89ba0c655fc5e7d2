import type { ComponentChildren } from 'preact'
import { formatNumber } from '../../ui/texts/fill.ts'
import { locale } from '../../ui/texts/i18n.ts'
import { pathTo } from '../base/place.ts'
import { may } from '../base/session.ts'
import { encodeDefinition, usual } from '../registrations/views/definition.ts'
import type { Overview } from './figures.ts'
import { text } from './texts.ts'

type Attention = Overview['attention']
type Row = { key: string; count: number; says: ComponentChildren; href: string }

/** What needs attention, with links; only what the operator may see. */
export function AttentionList({ attention, whole }: { attention: Attention; whole: boolean }) {
  const rows: Row[] = [
    {
      key: 'deliveries',
      count: attention.failedDeliveries,
      says: text('failedDeliveries', { count: attention.failedDeliveries }),
      href: pathTo('/outbox'),
      isSeen: whole && may('deliveries:read', true),
    },
    {
      key: 'guard',
      count: attention.guardTrips,
      says: text('guardTrips', { count: attention.guardTrips }),
      href: pathTo('/twofactor/guard'),
      isSeen: may('twofactor:read'),
    },
    ...pendingRows(attention),
    {
      key: 'tasks',
      count: attention.failedTasks,
      says: text('failedTasks', { count: attention.failedTasks }),
      href: pathTo('/tasks'),
      isSeen: may('tasks:read'),
    },
  ].filter(({ count, isSeen }) => count > 0 && isSeen)
  if (rows.length === 0) return <p class="notice good">{text('nothingWaits')}</p>
  return (
    <ul class="attention">
      {rows.map(({ key, count, says, href }) => (
        <li key={key}>
          <a href={href}>
            <strong>{formatNumber(count, locale.value)}</strong> {says}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** One row per event with a link to its pending registrations; further events are counted. */
function pendingRows({ pendingEvents, pendingRegistrations }: Attention) {
  const isSeen = may('registrations:read')
  const filter = { field: 'status', op: 'eq', value: 'pending' } as const
  const view = encodeDefinition({ ...usual, filter })
  const rest = pendingRegistrations - pendingEvents.reduce((sum, { count }) => sum + count, 0)
  return [
    ...pendingEvents.map(({ id, organisationId, title, count }) => ({
      key: id,
      count,
      says: text('pendingAt', { title, count }),
      href: `${pathTo(`/events/${id}/registrations`, organisationId)}?view=${view}`,
      isSeen,
    })),
    {
      key: 'pending',
      count: rest,
      says: text('pendingElsewhere', { count: rest }),
      href: pathTo('/events'),
      isSeen,
    },
  ]
}
