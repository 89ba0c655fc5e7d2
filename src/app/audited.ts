import type { ServedApi } from '../kernel/api.ts'
import type { Context } from '../kernel/context.ts'
import { Fault } from '../kernel/fault.ts'
import type { Operation, Principal, Request } from '../kernel/operation.ts'
import { Problem } from '../kernel/problem.ts'
import { dropIntent, fulfilIntent, noteIntent } from '../platform/audit/intents.ts'
import { actorOf } from '../platform/operators/face.ts'

/**
 * What operators change by it is in the audit trail. The service knows of no operators: that a change is meant is written
 * before it, what became of it after it.
 */
export function audited(context: Context, served: ServedApi): ServedApi {
  const handlers = Object.entries(served.handlers).map(([name, handle]) => {
    const operation = served.api.operations[name]
    if (operation === undefined || !changes(operation)) return [name, handle] as const
    const handleAndNote: typeof handle = async (request) => {
      const entry = entryOf(name, request)
      const intent = await noteIntent(context, entry)
      try {
        const answer = await handle(request)
        await attempt(context, () => fulfilIntent(context, intent, entry))
        return answer
      } catch (error) {
        if (isRefusal(error)) await attempt(context, () => dropIntent(context, intent))
        throw error
      }
    }
    return [name, handleAndNote] as const
  })
  return { ...served, handlers: Object.fromEntries(handlers) }
}

/** After any other failure the change may have been made: the intent stays. */
function isRefusal(error: unknown): boolean {
  if (error instanceof Fault) return error.kind !== 'busy' && error.kind !== 'internal'
  return error instanceof Problem
}

/** What is not settled now is settled later; the answer is the same. */
async function attempt({ log }: Context, settle: () => Promise<void>): Promise<void> {
  try {
    await settle()
  } catch (error) {
    log.warn('the outcome of a change cannot be written to the audit trail now', { error })
  }
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
