export const en = {
  hello: 'Hello {name},',
  confirmedSubject: 'You’re registered: {event}',
  confirmed: 'You’re registered for {event}. Your place is confirmed.',
  pendingSubject: 'We’ve received your registration: {event}',
  pending:
    'We’ve received your registration for {event}. The organiser will review it, and we’ll e-mail you once they decide. Until then, no place is reserved for you.',
  waitlistedSubject: 'You’re on the waiting list: {event}',
  waitlisted:
    'There’s currently no place for your registration at {event}. You’re on the waiting list, and we’ll e-mail you when a place becomes available. Open the link below to see your position.',
  offeredSubject: 'A place is available: {event}',
  offered:
    'A place at {event} is available and reserved for you until {until}. Open the link below to accept it.',
  promotedSubject: 'You have a place: {event}',
  promoted: 'Good news: you now have a place at {event}.',
  approvedSubject: 'You’re registered: {event}',
  approved: 'The organiser has approved your registration for {event}. Your place is confirmed.',
  declinedSubject: 'Registration declined: {event}',
  declined: 'Unfortunately, the organiser could not accept your registration for {event}.',
  cancelledSubject: 'Registration cancelled: {event}',
  cancelled: 'Your registration for {event} has been cancelled.',
  expiredSubject: 'Your offer has expired: {event}',
  expired: 'The place we offered you at {event} was not accepted in time, so the offer has expired.',
  againSubject: 'Your registration: {event}',
  again:
    'Someone, probably you, just tried to register this e-mail address for {event}. It is already registered, and nothing has changed.',
  transferredSubject: 'Your registration: {event}',
  transferred:
    'A registration for {event} has been moved to this e-mail address. Open the link below to see its status and your ticket. Earlier links and tickets no longer work.',
  handedOverSubject: 'Registration moved to another address: {event}',
  handedOver:
    'The registration for {event} has been moved to another e-mail address. Your link and your ticket no longer work. If you didn’t expect this, please contact the organiser.',
  sessionPromotedSubject: 'You have a place in a session: {event}',
  sessionPromoted: 'Good news: you now have a place in the session “{session}” at {event}.',
  newLinkSubject: 'Your new link: {event}',
  newLink: 'Here is the new link to your registration for {event}. Earlier links and tickets no longer work.',
  code: '{code} is your code for {event}. It expires in 10 minutes.',
  question: 'Register for {event}',
  number: 'Confirmation number: {number}',
  when: 'When: {when}',
  where: 'Where: {where}',
  accessibility: 'Accessibility: {note}',
  link: 'View, change or cancel your registration:',
  keep: 'Keep this link private: anyone who has it can change your registration.',
  contact: 'Questions? {contact}',
  test: 'This is a test event.',
} as const

export type MailTexts = Readonly<Record<keyof typeof en, string>>
