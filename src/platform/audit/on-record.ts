import { Fault } from '../../kernel/base/fault.ts'
import type { Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/contract/problem.ts'
import type { AuditRecord } from './entries.ts'
import { dropIntent, fulfilIntent, noteIntent } from './intents.ts'

/**
 * Runs work of a service that does not know operators and records it in the audit trail: the intent before, the
 * outcome after. `outcomeOf` adds to the detail.
 */
export async function onRecord<T>(
  context: Context,
  record: AuditRecord,
  work: () => Promise<T>,
  outcomeOf: (result: T) => AuditRecord['detail'] = () => undefined,
): Promise<T> {
  const intent = await noteIntent(context, record)
  try {
    const result = await work()
    const entry = { ...record, detail: { ...record.detail, ...outcomeOf(result) } }
    await attempt(context, () => fulfilIntent(context, intent, entry))
    return result
  } catch (error) {
    if (isRefusal(error)) await attempt(context, () => dropIntent(context, intent))
    throw error
  }
}

/**
 * A refusal means that nothing was changed. After any other error the change may have been made, so the intent stays.
 */
function isRefusal(error: unknown): boolean {
  if (error instanceof Fault) return error.kind !== 'busy' && error.kind !== 'internal'
  return error instanceof Problem
}

/** If the outcome cannot be stored now, it is settled later; the response stays the same. */
async function attempt({ log }: Context, settle: () => Promise<void>): Promise<void> {
  try {
    await settle()
  } catch (error) {
    log.warn('the outcome of a change cannot be written to the audit trail now', { error })
  }
}
