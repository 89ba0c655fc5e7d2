import type { DetailsDraft } from './draft.ts'

/** What each member is called on the screen, for telling two versions apart. */
export const memberTexts = {
  title: 'title',
  code: 'code',
  description: 'description',
  format: 'format',
  status: 'status',
  locale: 'locale',
  timezone: 'timezone',
  start: 'start',
  end: 'end',
  registrationOpens: 'registrationOpens',
  registrationCloses: 'registrationCloses',
  capacity: 'capacity',
  waitlistEnabled: 'waitlistEnabled',
  offerMinutes: 'offerMinutes',
  approvalRequired: 'approvalRequired',
  multiplePerEmail: 'multiplePerEmail',
  maxGuests: 'maxGuests',
  confirmBy: 'confirmBy',
  notify: 'notify',
  venue: 'venue',
  virtualUrl: 'virtualUrl',
  contact: 'contact',
  testMode: 'testMode',
  customFields: 'customFields',
  externalReferences: 'externalReferences',
} as const

/** The parts of the draft that a member is typed in. */
const parts: Readonly<Record<string, readonly (keyof DetailsDraft)[]>> = {
  venue: ['venueName', 'venueAddress', 'latitude', 'longitude'],
  contact: ['contactName', 'contactEmail', 'contactPhone'],
  externalReferences: ['references'],
}

/** The draft with a member as `theirs` has it. */
export function takeMember(draft: DetailsDraft, theirs: DetailsDraft, member: string): DetailsDraft {
  const names = parts[member] ?? [member as keyof DetailsDraft]
  return { ...draft, ...Object.fromEntries(names.map((name) => [name, theirs[name]])) }
}
