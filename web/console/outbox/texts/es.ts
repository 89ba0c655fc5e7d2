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
  noneYet: 'Aún no hay mensajes',
  noneYetLead:
    'Aquí aparecen los códigos, confirmaciones y otros mensajes en cuanto se envían. Pruébelo en el banco de pruebas.',
  outbox: 'Mensajes',
  outboxEmpty: 'La bandeja de salida está vacía',
  outboxEmptyLead: 'Aquí aparecen los mensajes de los canales sin pasarela.',
  outboxLead: 'Los mensajes que envía este servidor y si han llegado.',
  purpose: 'Finalidad',
  receiptDelivered: 'Entregado',
  receiptUndelivered: 'No entregado',
  reload: 'Actualizar',
  sealed:
    'Los destinatarios y los textos están cifrados hasta el envío y después se borran. No se pueden consultar aquí.',
  showTexts: 'Mostrar mensajes',
  state: 'Estado',
  stateExpired: 'Caducado',
  stateFailed: 'Fallido',
  stateQueued: 'En espera',
  stateSent: 'Enviado',
  stateUnknown: 'Desconocido',
  texts: 'Bandeja de salida',
  textsLead:
    'Los mensajes de los canales sin pasarela se guardan en este servidor en lugar de enviarse. Contienen códigos y direcciones, así que abrirlos queda anotado en el registro de auditoría.',
  time: 'Hora',
}
