import { signal } from '@preact/signals'
import { readChoice } from '../../ui/texts/choice.ts'

/** The organisation that requests are about; undefined if the server knows it. */
export const organisationId = signal<string | undefined>(
  readChoice('organisation', 'tab') ?? readChoice('organisation'),
)

/** `ended`: the server has rejected the session since. */
export const sessionState = signal<'unknown' | 'signed-in' | 'signed-out' | 'ended'>('unknown')

/** Counts "not found" answers: the record of a page may belong to another organisation. */
export const missing = signal(0)

/** Called with the status of every answer. */
export function noteRefusal(status: number): void {
  if (status === 404) missing.value += 1
  if (status === 401 && sessionState.peek() === 'signed-in') sessionState.value = 'ended'
}
