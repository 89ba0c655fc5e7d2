import { signal } from '@preact/signals'
import { readChoice } from '../../ui/texts/choice.ts'

/** The organisation that requests are about; undefined where the server knows which one. */
export const organisationId = signal<string | undefined>(readChoice('organisation') ?? undefined)

/** `ended`: the server has refused the session since. */
export const standing = signal<'unknown' | 'signed-in' | 'signed-out' | 'ended'>('unknown')

/** How often something was not found: of a page's record, another organisation may have it. */
export const missing = signal(0)

/** Called with the status of every answer. */
export function noteRefusal(status: number): void {
  if (status === 404) missing.value += 1
  if (status === 401 && standing.peek() === 'signed-in') standing.value = 'ended'
}
