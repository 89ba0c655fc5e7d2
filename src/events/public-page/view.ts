import type { AnsweredForm } from '../form/definition.ts'
import type { EventAnswer } from '../records/event.ts'
import type { Draft } from './draft.ts'

type Sections = AnsweredForm['sections']

/** Like `not-open` and so on: whether somebody can register now, and if not, why. */
export type EventState = 'soon' | 'open' | 'waiting-list' | 'full' | 'closed' | 'cancelled' | 'over'

export type TypeView = {
  id: string
  name: string
  description: string | null
  approvalRequired: boolean
  /** RFC 3339: of one that is not open yet. */
  opensAt: string | null
  isOpen: boolean
}

type OptionView = {
  id: string
  name: string
  isClosed: boolean
  maxPerRegistration: number
  sessionId: string | null
}
export type GroupView = {
  id: string
  name: string
  selection: 'single' | 'multiple'
  required: boolean
  minSelections: number
  maxSelections: number | null
  registrationTypeIds: readonly string[]
  options: readonly OptionView[]
}

export type SessionView = {
  id: string
  title: string
  description: string | null
  track: string | null
  room: string | null
  start: number
  end: number
  status: 'active' | 'cancelled' | 'closed'
  included: boolean
  waitlist: boolean
  registrationTypeIds: readonly string[]
  speakers: readonly { name: string; company?: string }[]
}

/** What registrations of a type are asked; '' stands for every type without a form of its own. */
export type FormView = {
  typeId: string
  sections: Sections
  optionGroupIds: readonly string[]
  sessionSelection: { min: number; max: number | null }
}

/** Members of the event that everybody may read on its page, as they are. */
export const pageMembers = [
  'code',
  'title',
  'description',
  'format',
  'timezone',
  'venue',
  'accessibilityNote',
  'contact',
  'testMode',
  'approvalRequired',
  'confirmBy',
  'maxGuests',
] as const satisfies (keyof EventAnswer)[]

export type EventView = Pick<EventAnswer, (typeof pageMembers)[number]> & {
  /** Epoch milliseconds. */
  start: number
  end: number
  opens: number | null
  closes: number | null
  waitlist: boolean
  types: readonly TypeView[]
  groups: readonly GroupView[]
  sessions: readonly SessionView[]
  forms: readonly FormView[]
}

/** Places that are left, by the id of what has them (the event's own is ''); what is not limited is not in it. */
export type PlacesView = { state: EventState; left: Readonly<Record<string, number>> }

export type PageError = { pointer: string; code: string; message: string }

/** Why a form comes back as a whole. */
export type Failure =
  | 'capacity-full'
  | 'registration-closed'
  | 'session-clash'
  | 'session-closed'
  | 'rate-limited'
  | 'code-wrong'
  | 'code-over'
  | 'phone-refused'
  | 'approval-denied'
  | 'approval-expired'
  | 'preview'
  | 'preview-over'
  | 'failed'

export type TicketView = { attendeeId: string; name: string; qr: string }

export type RegistrationView = {
  confirmationNumber: string
  status: 'pending' | 'confirmed' | 'declined' | 'waitlisted' | 'offered' | 'expired' | 'cancelled'
  waitlistPosition: number | null
  /** Epoch milliseconds. */
  expiresAt: number | null
  name: string
  people: readonly string[]
  type: string | null
  options: readonly { name: string; quantity: number }[]
  sessionIds: readonly string[]
  tickets: readonly TicketView[]
  virtualUrl: string | null
  /** An event that is cancelled or over gives nobody a place any more. */
  isOver: boolean
  canChange: boolean
  canCancel: boolean
}

/** The second step, where the event asks for more than a form. */
type ProofView =
  | { by: 'phone'; ref: string; phone: string }
  | { by: 'authenticator'; ref: string; link: string; qr: string; number: string; kept: string }

type OfEvent = { event: EventView; places: PlacesView }

/** Everything that a page shows. */
export type PageView = {
  language: 'en' | 'de' | 'fr' | 'es'
  /** The visitor's own tag of that language, for dates: `en-GB`. */
  tag: string
  /** Where the event's page is: `/e/KEYS-2031`. */
  path: string
  now: number
} & (
  | ({
      page: 'form'
      draft: Draft
      errors: readonly PageError[]
      failure: Failure | null
      /** The token of a preview: its form registers nobody. */
      preview: string | null
      /** Of a phone that has approved already. */
      proof: string | null
      /** Whether a phone can fill the form in. */
      canFill: boolean
    } & OfEvent)
  | ({
      page: 'proof'
      proof: ProofView
      failure: Failure | null
      /** Every control of the form before, to be sent again. */
      fields: readonly (readonly [string, string])[]
    } & OfEvent)
  | ({ page: 'sent' } & OfEvent)
  | ({ page: 'registration'; link: string; registration: RegistrationView; done: string | null } & OfEvent)
  | ({
      page: 'change'
      link: string
      draft: Draft
      errors: readonly PageError[]
      failure: Failure | null
      typeId: string | null
      form: FormView
    } & OfEvent)
  | ({ page: 'cancel'; link: string; registration: RegistrationView } & OfEvent)
  | { page: 'not-found' }
  | { page: 'trouble'; failure: Failure }
)

/** The components of web/register as the build makes them for the server. */
export type RenderPage = (view: PageView) => { readonly title: string; readonly html: string }
