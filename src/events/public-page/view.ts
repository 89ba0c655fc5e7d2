import type { AnsweredForm } from '../form/definition.ts'
import type { Language } from '../notifications/languages.ts'
import type { EventAnswer } from '../records/event.ts'
import type { GroupAnswer } from '../records/option.ts'
import type { RegistrationAnswer } from '../records/registration.ts'
import type { SessionAnswer } from '../records/session.ts'
import type { TypeAnswer } from '../records/type.ts'
import type { Draft } from './draft.ts'

type Sections = AnsweredForm['sections']

/** Whether registration is possible now, and the reason if not. */
export type EventState = 'soon' | 'open' | 'waiting-list' | 'full' | 'closed' | 'cancelled' | 'over'

export type TypeView = Pick<TypeAnswer, 'id' | 'name' | 'description' | 'approvalRequired'> & {
  /** RFC 3339; only if registration is not open yet. */
  opensAt: string | null
  isOpen: boolean
}

type OptionAnswer = GroupAnswer['options'][number]
type OptionView = Pick<OptionAnswer, 'id' | 'name' | 'maxPerRegistration' | 'sessionId'> & {
  isClosed: boolean
}
export type GroupView = Pick<
  GroupAnswer,
  'id' | 'name' | 'selection' | 'required' | 'minSelections' | 'maxSelections'
> & { registrationTypeIds: readonly string[]; options: readonly OptionView[] }

export type SessionView = Pick<
  SessionAnswer,
  'id' | 'title' | 'description' | 'track' | 'room' | 'status' | 'included'
> & {
  start: number
  end: number
  waitlist: boolean
  registrationTypeIds: readonly string[]
  speakers: readonly { name: string; company?: string }[]
}

/** A day of a programme that is too long for one page. */
export type DayView = {
  /** `2031-05-06`, where the event takes place. */
  day: string
  /** When its first session starts, in epoch milliseconds. */
  start: number
  count: number
  /** How many of its sessions can be chosen, by people of some type. */
  choices: number
  /** Whether the page has all its sessions. */
  isWhole: boolean
}

/** The form for a registration type; '' means every type that has no form of its own. */
export type FormView = {
  typeId: string
  sections: Sections
  optionGroupIds: readonly string[]
  sessionSelection: { min: number; max: number | null }
}

/** Members of the event that its public page shows unchanged. */
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
  /** If the programme is too long for one page: its days, of which the page has one or none. */
  days: readonly DayView[] | null
  /** The day that was asked for. */
  day: string | null
  forms: readonly FormView[]
}

/**
 * Remaining places by id ('' is the event itself); what is not limited is absent. A page that everyone gets has only
 * what is full: its script asks for the numbers.
 */
export type PlacesView = { state: EventState; left: Readonly<Record<string, number>> }

export type PageError = { pointer: string; code: string; message: string }

/** Why a whole form was refused. */
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

export type RegistrationView = Pick<
  RegistrationAnswer,
  'confirmationNumber' | 'status' | 'waitlistPosition'
> & {
  /** Epoch milliseconds. */
  expiresAt: number | null
  name: string
  people: readonly string[]
  type: string | null
  options: readonly { name: string; quantity: number }[]
  sessionIds: readonly string[]
  tickets: readonly TicketView[]
  virtualUrl: string | null
  /** An event that is cancelled or over gives out no more places. */
  isOver: boolean
  canChange: boolean
  canCancel: boolean
}

/** The second step, if the event requires a proof besides the form. */
type ProofView =
  | { by: 'phone'; ref: string; phone: string }
  | { by: 'authenticator'; ref: string; link: string; qr: string; number: string; kept: string }

type OfEvent = { event: EventView; places: PlacesView }

/** Everything that a page shows. */
export type PageView = {
  language: Language
  /** The visitor's own language tag, for dates: `en-GB`. */
  tag: string
  /** The path of the event's page: `/e/KEYS-2031`. */
  path: string
} & (
  | ({
      page: 'form'
      draft: Draft
      errors: readonly PageError[]
      failure: Failure | null
      /** The token of a preview, in which the form registers nobody. */
      preview: string | null
      /** The reference to a phone's approval, if it has approved already. */
      proof: string | null
      /** Whether a phone can fill in the form. */
      canFill: boolean
    } & OfEvent)
  | ({
      page: 'proof'
      proof: ProofView
      failure: Failure | null
      /** Every control of the previous form, to be submitted again. */
      fields: readonly (readonly [string, string])[]
    } & OfEvent)
  | {
      page: 'sent'
      event: EventView
      /** The address that was typed; null if the page is opened without submitting a form. */
      email: string | null
    }
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

/** The components of web/register, built for rendering on the server. */
export type RenderPage = (view: PageView) => { readonly title: string; readonly html: string }
