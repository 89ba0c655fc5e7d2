import type { MailTexts } from './en.ts'

export const es: MailTexts = {
  hello: 'Hola, {name}:',
  confirmedSubject: 'Su plaza: {event}',
  confirmed: 'se ha inscrito en {event}. Su plaza está confirmada.',
  pendingSubject: 'Su inscripción: {event}',
  pending:
    'hemos recibido su inscripción en {event}. La organización la revisará y le avisaremos. Hasta entonces no reserva ninguna plaza.',
  waitlistedSubject: 'Lista de espera: {event}',
  waitlisted:
    '{event} está completo por ahora. Está en la lista de espera y le escribiremos en cuanto haya una plaza libre. Su enlace muestra en qué puesto está.',
  offeredSubject: 'Hay una plaza libre: {event}',
  offered:
    'hay una plaza libre para {event} y se la guardamos hasta el {until}. Abra su enlace para aceptarla.',
  promotedSubject: 'Tiene una plaza: {event}',
  promoted: 'ya tiene una plaza en {event}.',
  approvedSubject: 'Tiene una plaza: {event}',
  approved: 'la organización ha aceptado su inscripción en {event}. Su plaza está confirmada.',
  declinedSubject: 'Su inscripción: {event}',
  declined: 'la organización no ha podido aceptar su inscripción en {event}.',
  cancelledSubject: 'Cancelada: {event}',
  cancelled: 'su inscripción en {event} está cancelada.',
  expiredSubject: 'Su oferta ha vencido: {event}',
  expired: 'la oferta de una plaza en {event} ha vencido.',
  againSubject: 'Su inscripción: {event}',
  again:
    'alguien, seguramente usted, acaba de pedir que se inscriba esta dirección en {event}. Ya está inscrita y nada ha cambiado.',
  transferredSubject: 'Su inscripción: {event}',
  transferred:
    'la inscripción para {event} está ahora a nombre de esta dirección. Su enlace muestra el estado y su entrada. Los enlaces y entradas anteriores ya no son válidos.',
  handedOverSubject: 'Cambio de dirección: {event}',
  handedOver:
    'la inscripción para {event} ya no está a nombre de esta dirección. Su enlace y su entrada ya no son válidos. Si no lo esperaba, póngase en contacto con la organización.',
  sessionPromotedSubject: 'Tiene plaza en una sesión: {event}',
  sessionPromoted: 'ya tiene plaza en la sesión «{session}» de {event}.',
  newLinkSubject: 'Su nuevo enlace: {event}',
  newLink:
    'este es el nuevo enlace a su inscripción para {event}. Los enlaces y entradas anteriores ya no son válidos.',
  code: '{code} es su código para {event}. Vale 10 minutos.',
  question: 'Inscripción en {event}',
  number: 'Número de confirmación: {number}',
  when: 'Cuándo: {when}',
  where: 'Dónde: {where}',
  accessibility: 'Accesibilidad: {note}',
  link: 'Entrada, calendario, cambios y cancelación:',
  keep: 'No comparta este enlace: quien lo tenga puede cambiar su inscripción.',
  contact: 'Preguntas: {contact}',
  test: 'Este es un evento de prueba.',
}
