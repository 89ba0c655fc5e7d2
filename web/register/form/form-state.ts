import { useEffect, useRef, useState } from 'preact/hooks'
import { draftOf, type RegistrationDraft } from '../../../src/client/registration-page.ts'
import { checkEntries } from '../../ui/form/check.ts'
import { formText } from '../../ui/form/texts.ts'
import type { EventView, FormView, PageErrors } from '../base/view.ts'
import { type Errors, withoutError, wordErrors } from './errors.ts'
import { asksSessions, checkGroups, checkSessions, groupsFor } from './selection.ts'

type Start = {
  draft: RegistrationDraft
  errors: PageErrors
  event: EventView
  formFor: (typeId: string | null) => FormView | undefined
}

/** Fields that everyone is asked separately, such as names and address. */
export function askedOfAll(form: FormView | undefined): ReadonlySet<string> {
  const fields = form?.sections.flatMap((section) => section.fields) ?? []
  return new Set(
    fields
      .filter(
        ({ personalData, type, visibleIf }) =>
          isOfAll(personalData) && visibleIf === null && (type === 'text' || type === 'email'),
      )
      .map(({ name }) => name),
  )
}

function isOfAll(personalData: string | null): boolean {
  return personalData === 'firstName' || personalData === 'lastName' || personalData === 'email'
}

/** The input so far, and its errors. */
export function useDraft({ draft: first, errors: refused, event, formFor }: Start) {
  const [draft, setDraft] = useState(first)
  const [errors, setErrors] = useState<Errors>(() => ({
    ...wordErrors(refused, formFor(first.typeId)),
    ...(refused.some(({ pointer }) => pointer.startsWith('/options'))
      ? findErrors(event, formFor, first).options
      : {}),
  }))
  const [isBusy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // The visitor may have typed before the script was loaded, and browsers restore earlier input.
    if (element.current !== null) setDraft(withToken(draftOf(pairsOf(element.current))))
    const wake = () => setBusy(false)
    addEventListener('pageshow', wake)
    return () => removeEventListener('pageshow', wake)
  }, [])
  const change = (changes: Partial<RegistrationDraft>, pointer: string) => {
    setDraft((known) => ({ ...known, ...changes }))
    setErrors((known) => withoutError(known, pointer))
  }
  const check = (pointer: string) => {
    const words = allErrors(findErrors(event, formFor, draft))[pointer]
    setErrors((known) =>
      words === undefined ? withoutError(known, pointer) : { ...known, [pointer]: words },
    )
  }
  const onSubmit = (submitting: Event) => {
    const submitter = (submitting as SubmitEvent).submitter as HTMLButtonElement | null
    if (submitter?.name === 'action') return
    const found = allErrors(findErrors(event, formFor, draft))
    if (isBusy || Object.keys(found).length > 0) submitting.preventDefault()
    setErrors(found)
    if (Object.keys(found).length === 0) setBusy(true)
    else requestAnimationFrame(() => focusFirst(element.current))
  }
  return { draft, errors, isBusy, element, change, check, onSubmit }
}

const TOKEN_BYTES = 16

/** Everyone gets the same page, so the token of a form is drawn here; a form that comes back keeps its own. */
function withToken(draft: RegistrationDraft): RegistrationDraft {
  if (draft.token !== '') return draft
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))
  return { ...draft, token: Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') }
}

function pairsOf(element: HTMLFormElement): [string, string][] {
  return [...new FormData(element)].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
}

function focusFirst(element: HTMLFormElement | null): void {
  const wrong = element?.querySelector<HTMLElement>(
    '[aria-invalid="true"], .field:has(> .error) :is(input, select)',
  )
  wrong?.focus()
}

type Found = { people: Errors; options: Errors; sessions: Errors }

function allErrors({ people, options, sessions }: Found): Errors {
  return { ...people, ...options, ...sessions }
}

/** All errors that can be found without the server. */
function findErrors(event: EventView, formFor: Start['formFor'], draft: RegistrationDraft): Found {
  const form = formFor(draft.typeId)
  const without = askedOfAll(form)
  const sections = form?.sections ?? []
  const { timezone } = event
  const guestSections = guestsSections(form)
  const people = [
    ...nameErrors(draft.registrant, '/registrant', true),
    ...entriesAt('', checkEntries(sections, draft.registrant.entries, { timezone, without })),
    ...draft.guests.flatMap((guest, at) => [
      ...nameErrors(guest, `/attendees/${at + 1}`, false),
      ...entriesAt(
        `/attendees/${at + 1}`,
        checkEntries(guestSections, guest.entries, { timezone, without, guest: true }),
      ),
    ]),
    ...(event.confirmBy === 'phone' && draft.registrant.phone.trim() === ''
      ? [['/registrant/phone', formText('errorRequired')] as const]
      : []),
  ]
  const groups = checkGroups(groupsFor(event, form, draft.typeId), draft.options)
  const sessions = asksSessions(event, form, draft.typeId) ? checkSessions(event, form, draft) : {}
  return {
    people: Object.fromEntries(people),
    options: prefixed('/options/', groups),
    sessions: prefixed('/sessions/', sessions),
  }
}

/** Guests only get the fields that the form marks as per attendee. */
export function guestsSections(form: FormView | undefined): FormView['sections'] {
  return (form?.sections ?? [])
    .map((section) => ({ ...section, fields: section.fields.filter(({ perAttendee }) => perAttendee) }))
    .filter(({ fields }) => fields.length > 0)
}

function prefixed(prefix: string, errors: Errors): Errors {
  return Object.fromEntries(Object.entries(errors).map(([key, words]) => [prefix + key, words]))
}

function entriesAt(at: string, errors: Errors): (readonly [string, string])[] {
  return Object.entries(errors).map(([name, words]) => [`${at}/answers/${name}`, words])
}

const EMAIL = /^[^\s@<>]{1,64}@[^\s@<>.]+(\.[^\s@<>.]+)+$/

function nameErrors(
  { firstName, lastName, email }: RegistrationDraft['registrant'],
  at: string,
  owesEmail: boolean,
): (readonly [string, string])[] {
  const missing = (name: string, value: string) =>
    value.trim() === '' ? [[`${at}/${name}`, formText('errorRequired')] as const] : []
  const address = email.trim()
  return [
    ...missing('firstName', firstName),
    ...missing('lastName', lastName),
    ...(owesEmail ? missing('email', email) : []),
    ...(address !== '' && !EMAIL.test(address) ? [[`${at}/email`, formText('errorEmail')] as const] : []),
  ]
}
