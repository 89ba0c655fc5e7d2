import type { ServedApi } from '../kernel/api.ts'
import type { Context } from '../kernel/context.ts'
import type { Operation, Principal, Request } from '../kernel/operation.ts'
import { recordAudit } from '../platform/audit/entries.ts'
import { actorOf } from '../platform/operators/face.ts'

/** What operators change by it is in the audit trail. The entry follows the change: the service knows of no operators. */
export function audited(context: Context, served: ServedApi): ServedApi {
  const handlers = Object.entries(served.handlers).map(([name, handle]) => {
    const operation = served.api.operations[name]
    if (operation === undefined || !changes(operation)) return [name, handle] as const
    const handleAndNote: typeof handle = async (request) => {
      const answer = await handle(request)
      await context.database.write((tx) => recordAudit(tx, context, entryOf(name, request)))
      return answer
    }
    return [name, handleAndNote] as const
  })
  return { ...served, handlers: Object.fromEntries(handlers) }
}

/** A search is a POST, and changes nothing. */
function changes({ method, scope }: Operation): boolean {
  return method !== 'GET' && method !== 'HEAD' && scope?.endsWith(':read') !== true
}

function entryOf(action: string, request: Request) {
  const principal = request.principal as Principal | undefined
  if (principal === undefined) throw new Error('an operator has signed in')
  const { eventId, contactListId, ...parts } = request.params as Readonly<Record<string, string>>
  const subject =
    eventId !== undefined
      ? `event:${eventId}`
      : contactListId !== undefined
        ? `contact-list:${contactListId}`
        : `organisation:${principal.organisationId}`
  return { actor: actorOf(principal), action: `events.${action}`, subject, detail: parts }
}
