import { registration } from '../../services.ts'
import type { TypeAnswer } from './draft.ts'

/** As many as an event can reasonably have. */
const PAGE_SIZE = 200

export async function listTypes(eventId: string, signal: AbortSignal): Promise<readonly TypeAnswer[]> {
  const { body } = await registration.listRegistrationTypes({
    params: { eventId },
    query: { pageSize: PAGE_SIZE },
    signal,
  })
  return body.data
}
