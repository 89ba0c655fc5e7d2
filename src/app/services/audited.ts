import type { Context } from '../../kernel/context.ts'
import type { ServedApi } from '../../kernel/contract/api.ts'
import { type Operation, type Principal, type Request, Serialized } from '../../kernel/contract/operation.ts'
import type { AuditRecord } from '../../platform/audit/entries.ts'
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
      onRecord(context, entryOf(name, request), async () => handle(request), outcomeOf)
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

type Outcome = { readonly id?: unknown; readonly attendeeId?: unknown; readonly registrationId?: unknown }
type Done = { readonly status: number; readonly body?: unknown }

/** The ids of what was created and of who was checked in: the request does not contain them. */
function outcomeOf({ status, body: given }: Done): AuditRecord['detail'] {
  const body: unknown = given instanceof Serialized ? JSON.parse(given.text) : given
  if (status === 207) return outcomeOfMany(body as { data: readonly { data?: Outcome }[] })
  return typeof body === 'object' && body !== null ? idsIn(body, status === 201) : {}
}

function outcomeOfMany({ data }: { data: readonly { data?: Outcome }[] }): AuditRecord['detail'] {
  const done = data.flatMap(({ data: item }) => (item === undefined ? [] : [item]))
  const [only] = done
  return done.length === 1 && only !== undefined ? idsIn(only, false) : { count: done.length }
}

/** A check-in has a status too: it may be a check-out. */
function idsIn(body: Outcome & { readonly status?: unknown }, isNew: boolean): Record<string, string> {
  const { id, attendeeId, registrationId, status } = body
  const found =
    attendeeId === undefined ? { ...(isNew ? { id } : {}) } : { attendeeId, registrationId, status }
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
