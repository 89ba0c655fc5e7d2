import type { MailTexts } from './en.ts'

export const de: MailTexts = {
  hello: 'Guten Tag {name},',
  confirmedSubject: 'Ihr Platz: {event}',
  confirmed: 'Sie sind für {event} angemeldet. Ihr Platz ist bestätigt.',
  pendingSubject: 'Ihre Anmeldung: {event}',
  pending:
    'wir haben Ihre Anmeldung für {event} erhalten. Die Veranstalter sehen sie sich an, und Sie hören von uns. Bis dahin ist kein Platz für Sie belegt.',
  waitlistedSubject: 'Warteliste: {event}',
  waitlisted:
    '{event} ist zurzeit ausgebucht. Sie stehen auf der Warteliste, und wir schreiben Ihnen, sobald ein Platz frei ist. Ihr Link zeigt, an welcher Stelle Sie stehen.',
  offeredSubject: 'Ein Platz ist frei: {event}',
  offered:
    'für {event} ist ein Platz frei. Er ist bis {until} für Sie reserviert. Öffnen Sie Ihren Link, um ihn anzunehmen.',
  promotedSubject: 'Sie haben einen Platz: {event}',
  promoted: 'Sie haben jetzt einen Platz bei {event}.',
  approvedSubject: 'Sie haben einen Platz: {event}',
  approved: 'Ihre Anmeldung für {event} ist angenommen. Ihr Platz ist bestätigt.',
  declinedSubject: 'Ihre Anmeldung: {event}',
  declined: 'die Veranstalter konnten Ihre Anmeldung für {event} nicht annehmen.',
  cancelledSubject: 'Abgemeldet: {event}',
  cancelled: 'Ihre Anmeldung für {event} ist storniert.',
  expiredSubject: 'Ihr Angebot ist abgelaufen: {event}',
  expired: 'das Angebot für einen Platz bei {event} ist abgelaufen.',
  againSubject: 'Ihre Anmeldung: {event}',
  again:
    'jemand, vermutlich Sie selbst, wollte diese Adresse gerade für {event} anmelden. Sie ist bereits angemeldet, und es hat sich nichts geändert.',
  transferredSubject: 'Ihre Anmeldung: {event}',
  transferred:
    'die Anmeldung für {event} läuft jetzt unter dieser Adresse. Ihr Link zeigt den Stand und Ihr Ticket. Frühere Links und Tickets gelten nicht mehr.',
  handedOverSubject: 'Adresse geändert: {event}',
  handedOver:
    'die Anmeldung für {event} läuft nicht mehr unter dieser Adresse. Ihr Link und Ihr Ticket gelten nicht mehr. Wenn Sie das nicht erwartet haben, wenden Sie sich bitte an die Veranstalter.',
  sessionPromotedSubject: 'Sie haben einen Platz im Programm: {event}',
  sessionPromoted: 'Sie haben jetzt einen Platz bei „{session}“ ({event}).',
  newLinkSubject: 'Ihr neuer Link: {event}',
  newLink:
    'dies ist der neue Link zu Ihrer Anmeldung für {event}. Frühere Links und Tickets gelten nicht mehr.',
  code: '{code} ist Ihr Code für {event}. Er gilt 10 Minuten.',
  question: 'Anmeldung für {event}',
  number: 'Bestätigungsnummer: {number}',
  when: 'Wann: {when}',
  where: 'Wo: {where}',
  accessibility: 'Barrierefreiheit: {note}',
  link: 'Ticket, Kalender, Änderungen und Abmeldung:',
  keep: 'Behalten Sie diesen Link für sich: Wer ihn hat, kann Ihre Anmeldung ändern.',
  contact: 'Fragen: {contact}',
  test: 'Dies ist eine Testveranstaltung.',
}
