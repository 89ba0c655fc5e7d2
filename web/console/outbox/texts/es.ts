import type { OutboxTexts } from './en.ts'

export const es: OutboxTexts = {
  all: 'Todos',
  attempts: 'Intentos',
  channel: 'Canal',
  channelEmail: 'Correo',
  channelPush: 'Push',
  channelSms: 'SMS',
  channelVoice: 'Llamada',
  gateway: 'Pasarela',
  log: 'Registro de envíos',
  noneFound: 'Ningún mensaje coincide',
  noneYet: 'Aún no se ha enviado nada',
  noneYetLead:
    'Los códigos, confirmaciones y otros mensajes aparecen aquí en cuanto se envían. Pruébelo en el banco de pruebas.',
  outbox: 'Mensajes',
  outboxEmpty: 'La bandeja de salida está vacía',
  outboxEmptyLead: 'Los mensajes llegan aquí cuando un canal está configurado con la bandeja de salida.',
  outboxLead: 'Lo que el servidor envía y en qué acaba.',
  purpose: 'Finalidad',
  receiptDelivered: 'entregado',
  receiptUndelivered: 'no entregado',
  reload: 'Actualizar',
  sealed:
    'Los destinatarios y los textos están sellados mientras el mensaje está en camino y después se borran: nadie puede consultarlos aquí.',
  showTexts: 'Mostrar los mensajes',
  state: 'Estado',
  stateExpired: 'demasiado tarde',
  stateFailed: 'fallido',
  stateQueued: 'en espera',
  stateSent: 'enviado',
  stateUnknown: 'desconocido',
  texts: 'Bandeja de salida de esta máquina',
  textsLead:
    'Sin pasarela, los mensajes se guardan en un archivo de esta máquina en lugar de enviarse. Contienen códigos y direcciones: su consulta queda anotada en el registro de auditoría.',
  time: 'Hora',
}
