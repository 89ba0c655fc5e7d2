import type { Draft, PersonDraft } from '../events/public-page/draft.ts'
import { emptyPerson, readDraft } from '../events/public-page/draft.ts'
import { operations } from '../events/public-page/operations.ts'
import type { PageView } from '../events/public-page/view.ts'
import { type ClientOptions, createClient } from './client.ts'

/** Everything that the page of an event shows. */
export type RegistrationPageView = PageView
export type RegistrationDraft = Draft
export type AttendeeDraft = PersonDraft

/** Connects the client that the page uses while it is open. */
export function connectRegistrationPage(options: ClientOptions) {
  return createClient(operations, options)
}

/** Reads a draft from the names and values of the form's controls. */
export function draftOf(pairs: Iterable<readonly [string, string]>): RegistrationDraft {
  return readDraft(pairs)
}

export function newAttendee(): AttendeeDraft {
  return emptyPerson()
}
