import type { Principal } from '../../kernel/contract/operation.ts'
import { formatTime, formatTimeOrNull } from '../../kernel/text/times.ts'
import { webhookEvents } from '../../platform/webhooks/endpoints.ts'
import type { WebhookReach } from '../../platform/webhooks/reach.ts'
import type { DeliveryRow, EndpointRow } from '../../platform/webhooks/tables.ts'

/** The issuer serves every organisation, so its webhooks are only for operators with access to the whole server. */
export function webhookReachOf(principal: Principal, way: 'read' | 'write'): WebhookReach {
  const { organisationId, operator, scopes } = principal
  return {
    organisationId: organisationId === '' ? undefined : organisationId,
    issuer: operator?.everywhere === true && scopes.includes(`issuer:${way}`),
  }
}

/** The services whose events the operator may subscribe an address to. */
export function servicesFor(principal: Principal, served: readonly string[]) {
  const hasEvents = served.includes('eventdata') || served.includes('registration')
  const isOffered = {
    events: hasEvents && principal.organisationId !== '',
    issuer: served.includes('issuer') && webhookReachOf(principal, 'write').issuer,
  }
  return (['events', 'issuer'] as const)
    .filter((service) => isOffered[service])
    .map((service) => ({ service, events: [...(webhookEvents[service] ?? [])] }))
}

export function webhookAnswer(row: EndpointRow, now: number) {
  const overlap = row.previous_until !== null && row.previous_until > now ? row.previous_until : null
  return {
    id: row.id,
    service: row.service === 'issuer' ? ('issuer' as const) : ('events' as const),
    url: row.url,
    events: row.events === '*' ? [] : row.events.split(' '),
    createdAt: formatTime(row.created_at),
    rotatedUntil: formatTimeOrNull(overlap),
  }
}

export function deliveryAnswer(row: Omit<DeliveryRow, 'body' | 'endpoint_id' | 'due_at' | 'claimed_until'>) {
  return {
    id: row.id,
    type: row.type,
    state: row.state,
    attempts: row.attempts,
    lastStatus: row.last_status,
    createdAt: formatTime(row.created_at),
    endedAt: formatTimeOrNull(row.ended_at),
  }
}
