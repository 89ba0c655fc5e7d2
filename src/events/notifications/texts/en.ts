export const en = {
  hello: 'Hello {name},',
  confirmedSubject: 'Your place: {event}',
  confirmed: 'you are registered for {event}. Your place is confirmed.',
  pendingSubject: 'Your registration: {event}',
  pending:
    'we have received your registration for {event}. The organiser looks at it and you will hear from us. It holds no place before.',
  waitlistedSubject: 'Waiting list: {event}',
  waitlisted:
    '{event} is full at the moment. You are on the waiting list, and we write to you as soon as a place is free. Your link shows where you stand.',
  offeredSubject: 'A place is free: {event}',
  offered: 'a place for {event} is free, and it is kept for you until {until}. Open your link to accept it.',
  promotedSubject: 'You have a place: {event}',
  promoted: 'you have a place at {event} now.',
  approvedSubject: 'You have a place: {event}',
  approved: 'the organiser has approved your registration for {event}. Your place is confirmed.',
  declinedSubject: 'Your registration: {event}',
  declined: 'the organiser could not accept your registration for {event}.',
  cancelledSubject: 'Cancelled: {event}',
  cancelled: 'your registration for {event} is cancelled.',
  expiredSubject: 'Your offer is over: {event}',
  expired: 'your offer of a place at {event} has expired.',
  againSubject: 'Your registration: {event}',
  again:
    'somebody, probably you, has just asked to register this address for {event}. It is registered already, and nothing has changed.',
  transferredSubject: 'Your registration: {event}',
  transferred:
    'the registration for {event} is now under this address. Your link shows its status and your ticket. Earlier links and tickets no longer work.',
  handedOverSubject: 'Moved to another address: {event}',
  handedOver:
    'the registration for {event} is no longer under this address. Your link and your ticket no longer work. If you did not expect this, please contact the organiser.',
  sessionPromotedSubject: 'You have a place in a session: {event}',
  sessionPromoted: 'you have a place now in the session “{session}” at {event}.',
  newLinkSubject: 'Your new link: {event}',
  newLink: 'this is the new link to your registration for {event}. Earlier links and tickets no longer work.',
  code: '{code} is your code for {event}. It is good for 10 minutes.',
  question: 'Register for {event}',
  number: 'Confirmation number: {number}',
  when: 'When: {when}',
  where: 'Where: {where}',
  accessibility: 'Accessibility: {note}',
  link: 'Ticket, calendar, changes and cancellation:',
  keep: 'Keep this link to yourself: whoever has it can change your registration.',
  contact: 'Questions: {contact}',
  test: 'This is a test event.',
} as const

export type MailTexts = Readonly<Record<keyof typeof en, string>>
