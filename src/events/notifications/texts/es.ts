import type { MailTexts } from './en.ts'

export const es: MailTexts = {
  hello: 'Hola, {name}:',
  confirmedSubject: 'Inscripción confirmada: {event}',
  confirmed: 'Se ha inscrito en {event}. Su plaza está confirmada.',
  pendingSubject: 'Hemos recibido su inscripción: {event}',
  pending:
    'Hemos recibido su inscripción en {event}. El organizador la revisará y le escribiremos cuando decida. Hasta entonces no tiene ninguna plaza reservada.',
  waitlistedSubject: 'Está en la lista de espera: {event}',
  waitlisted:
    'Por ahora no queda plaza para su inscripción en {event}. Está en la lista de espera y le escribiremos cuando quede una plaza libre. Abra el enlace de abajo para ver su puesto.',
  offeredSubject: 'Hay una plaza libre: {event}',
  offered:
    'Hay una plaza libre en {event} y la tiene reservada hasta el {until}. Abra el enlace de abajo para aceptarla.',
  promotedSubject: 'Tiene una plaza: {event}',
  promoted: 'Buenas noticias: ya tiene una plaza en {event}.',
  approvedSubject: 'Inscripción confirmada: {event}',
  approved: 'El organizador ha aprobado su inscripción en {event}. Su plaza está confirmada.',
  declinedSubject: 'Inscripción rechazada: {event}',
  declined: 'Lamentablemente, el organizador no ha podido aceptar su inscripción en {event}.',
  cancelledSubject: 'Inscripción cancelada: {event}',
  cancelled: 'Su inscripción en {event} se ha cancelado.',
  expiredSubject: 'Su oferta ha caducado: {event}',
  expired: 'La plaza que le ofrecimos en {event} no se aceptó a tiempo y la oferta ha caducado.',
  againSubject: 'Su inscripción: {event}',
  again:
    'Alguien, probablemente usted, acaba de intentar inscribir esta dirección de correo en {event}. Ya está inscrita y no ha cambiado nada.',
  transferredSubject: 'Su inscripción: {event}',
  transferred:
    'Una inscripción en {event} se ha transferido a esta dirección de correo. Abra el enlace de abajo para ver su estado y su entrada. Los enlaces y entradas anteriores ya no son válidos.',
  handedOverSubject: 'Inscripción transferida a otra dirección: {event}',
  handedOver:
    'La inscripción en {event} se ha transferido a otra dirección de correo. Su enlace y su entrada ya no son válidos. Si no lo esperaba, póngase en contacto con el organizador.',
  sessionPromotedSubject: 'Tiene plaza en una sesión: {event}',
  sessionPromoted: 'Buenas noticias: ya tiene plaza en la sesión «{session}» de {event}.',
  newLinkSubject: 'Su nuevo enlace: {event}',
  newLink:
    'Este es el nuevo enlace a su inscripción en {event}. Los enlaces y entradas anteriores ya no son válidos.',
  code: '{code} es su código para {event}. Caduca en 10 minutos.',
  question: 'Inscripción en {event}',
  number: 'Número de confirmación: {number}',
  when: 'Cuándo: {when}',
  where: 'Dónde: {where}',
  accessibility: 'Accesibilidad: {note}',
  link: 'Vea, cambie o cancele su inscripción:',
  keep: 'No comparta este enlace: cualquier persona que lo tenga puede cambiar su inscripción.',
  contact: '¿Preguntas? {contact}',
  test: 'Este es un evento de prueba.',
}
