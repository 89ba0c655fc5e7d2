import type { MailTexts } from './en.ts'

export const de: MailTexts = {
  hello: 'Guten Tag {name},',
  confirmedSubject: 'Sie sind angemeldet: {event}',
  confirmed: 'Sie sind für {event} angemeldet. Ihr Platz ist bestätigt.',
  pendingSubject: 'Ihre Anmeldung ist eingegangen: {event}',
  pending:
    'Ihre Anmeldung für {event} ist eingegangen. Die Veranstalter prüfen sie, und wir schreiben Ihnen, sobald sie entschieden haben. Bis dahin ist kein Platz für Sie reserviert.',
  waitlistedSubject: 'Sie sind auf der Warteliste: {event}',
  waitlisted:
    'Für Ihre Anmeldung zu {event} ist zurzeit kein Platz frei. Sie sind auf der Warteliste, und wir schreiben Ihnen, sobald ein Platz frei wird. Über den Link unten sehen Sie, an welcher Stelle Sie stehen.',
  offeredSubject: 'Ein Platz ist frei: {event}',
  offered:
    'Sie können einen Platz bei {event} bekommen. Er ist bis {until} für Sie reserviert. Öffnen Sie den Link unten, um ihn anzunehmen.',
  promotedSubject: 'Sie haben einen Platz: {event}',
  promoted: 'Sie haben jetzt einen Platz bei {event}.',
  approvedSubject: 'Sie sind angemeldet: {event}',
  approved: 'Ihre Anmeldung für {event} wurde genehmigt. Ihr Platz ist bestätigt.',
  declinedSubject: 'Anmeldung abgelehnt: {event}',
  declined: 'Ihre Anmeldung für {event} konnten die Veranstalter leider nicht annehmen.',
  cancelledSubject: 'Anmeldung storniert: {event}',
  cancelled: 'Ihre Anmeldung für {event} ist storniert.',
  expiredSubject: 'Ihr Angebot ist abgelaufen: {event}',
  expired: 'Sie haben den Platz bei {event} nicht rechtzeitig angenommen. Das Angebot ist abgelaufen.',
  againSubject: 'Ihre Anmeldung: {event}',
  again:
    'Ihre E-Mail-Adresse sollte gerade für {event} angemeldet werden, vermutlich von Ihnen selbst. Sie ist bereits angemeldet, und es hat sich nichts geändert.',
  transferredSubject: 'Ihre Anmeldung: {event}',
  transferred:
    'Ihre E-Mail-Adresse gehört jetzt zu einer Anmeldung für {event}. Über den Link unten sehen Sie den Stand und Ihr Ticket. Frühere Links und Tickets gelten nicht mehr.',
  handedOverSubject: 'Anmeldung auf andere Adresse übertragen: {event}',
  handedOver:
    'Ihre Anmeldung für {event} wurde auf eine andere E-Mail-Adresse übertragen. Ihr Link und Ihr Ticket gelten nicht mehr. Wenn Sie das nicht erwartet haben, wenden Sie sich bitte an die Veranstalter.',
  sessionPromotedSubject: 'Sie haben einen Platz im Programm: {event}',
  sessionPromoted: 'Sie haben jetzt einen Platz bei „{session}“ ({event}).',
  newLinkSubject: 'Ihr neuer Link: {event}',
  newLink:
    'Ihr neuer Link zur Anmeldung für {event} steht unten. Frühere Links und Tickets gelten nicht mehr.',
  code: '{code} ist Ihr Code für {event}. Er ist 10 Minuten gültig.',
  question: 'Anmeldung für {event}',
  number: 'Bestätigungsnummer: {number}',
  when: 'Wann: {when}',
  where: 'Wo: {where}',
  accessibility: 'Barrierefreiheit: {note}',
  link: 'Anmeldung ansehen, ändern oder stornieren:',
  keep: 'Geben Sie diesen Link nicht weiter: Wer ihn hat, kann Ihre Anmeldung ändern.',
  contact: 'Fragen? {contact}',
  test: 'Dies ist eine Testveranstaltung.',
}
