import type { Context } from '../../kernel/context.ts'
import type { ServedApi } from '../../kernel/contract/api.ts'
import type { Operation, Principal, Request } from '../../kernel/contract/operation.ts'
import { onRecord } from '../../platform/audit/on-record.ts'
import { actorOf } from '../../platform/operators/face.ts'

/**
 * Records operators' changes through a service's API in the audit trail. The service does not know operators, so the
 * intent is written before a change and its outcome after it.
 */
export function audited(context: Context, served: ServedApi): ServedApi {
  const handlers = Object.entries(served.handlers).map(([name, handle]) => {
    const operation = served.api.operations[name]
    if (operation === undefined || !changes(operation)) return [name, handle] as const
    const handleAndNote: typeof handle = (request) =>
      onRecord(context, entryOf(name, request), async () => handle(request))
    return [name, handleAndNote] as const
  })
  return { ...served, handlers: Object.fromEntries(handlers) }
}

/** A search is a POST, but changes nothing. */
function changes({ method, scope }: Operation): boolean {
  return method !== 'GET' && method !== 'HEAD' && scope?.endsWith(':read') !== true
}

function entryOf(action: string, request: Request) {
  const principal = request.principal as Principal | undefined
  if (principal === undefined) throw new Error('no operator has signed in')
  const { eventId, contactListId, ...parts } = request.params as Readonly<Record<string, string>>
  const subject =
    eventId !== undefined
      ? `event:${eventId}`
      : contactListId !== undefined
        ? `contact-list:${contactListId}`
        : `organisation:${principal.organisationId}`
  return { actor: actorOf(principal), action: `events.${action}`, subject, detail: parts }
}
