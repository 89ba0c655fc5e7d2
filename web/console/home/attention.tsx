import { locale } from '../../ui/i18n.ts'
import { pathTo } from '../place.ts'
import { may } from '../session.ts'
import type { Overview } from './figures.ts'
import { text } from './texts.ts'

type Attention = Overview['attention']

/** What waits for somebody, with the way to it; only what the operator may see. */
export function AttentionList({ attention, whole }: { attention: Attention; whole: boolean }) {
  const rows = [
    {
      count: attention.failedDeliveries,
      says: text('failedDeliveries'),
      href: pathTo('/outbox'),
      isSeen: whole && may('deliveries:read', true),
    },
    {
      count: attention.guardTrips,
      says: text('guardTrips'),
      href: pathTo('/twofactor/guard'),
      isSeen: may('twofactor:read'),
    },
    {
      count: attention.pendingRegistrations,
      says: text('pendingRegistrations'),
      href: pathTo('/events'),
      isSeen: may('registrations:read'),
    },
    {
      count: attention.failedTasks,
      says: text('failedTasks'),
      href: pathTo('/tasks'),
      isSeen: may('tasks:read'),
    },
  ].filter(({ count, isSeen }) => count > 0 && isSeen)
  if (rows.length === 0) return <p class="notice good">{text('nothingWaits')}</p>
  const format = new Intl.NumberFormat(locale.value)
  return (
    <ul class="attention">
      {rows.map(({ count, says, href }) => (
        <li key={href}>
          <a href={href}>
            <strong>{format.format(count)}</strong> {says}
          </a>
        </li>
      ))}
    </ul>
  )
}
