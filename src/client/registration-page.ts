import type { Draft, PersonDraft } from '../events/public-page/draft.ts'
import { emptyPerson, readDraft } from '../events/public-page/draft.ts'
import { operations } from '../events/public-page/operations.ts'
import type { PageView } from '../events/public-page/view.ts'
import { type ClientOptions, createClient } from './client.ts'

/** Everything that the page of an event shows. */
export type RegistrationPageView = PageView
export type RegistrationDraft = Draft
export type AttendeeDraft = PersonDraft

/** What the page asks while it is open. */
export function connectRegistrationPage(options: ClientOptions) {
  return createClient(operations, options)
}

/** What the controls of a form hold. */
export function draftOf(pairs: Iterable<readonly [string, string]>): RegistrationDraft {
  return readDraft(pairs)
}

export function newAttendee(): AttendeeDraft {
  return emptyPerson()
}
