import type { OutboxTexts } from './en.ts'

export const de: OutboxTexts = {
  all: 'Alle',
  attempts: 'Versuche',
  channel: 'Kanal',
  channelEmail: 'E-Mail',
  channelPush: 'Push',
  channelSms: 'SMS',
  channelVoice: 'Anruf',
  gateway: 'Gateway',
  log: 'Zustellprotokoll',
  noneFound: 'Keine passenden Nachrichten',
  noneYet: 'Noch keine Nachrichten',
  noneYetLead:
    'Hier erscheinen Codes, Bestätigungen und andere Nachrichten, sobald sie gesendet werden. Probieren Sie es im Prüfstand aus.',
  outbox: 'Nachrichten',
  outboxEmpty: 'Der Postausgang ist leer',
  outboxEmptyLead: 'Hier erscheinen Nachrichten von Kanälen ohne Gateway.',
  outboxLead: 'Nachrichten, die dieser Server sendet, und ob sie angekommen sind.',
  purpose: 'Zweck',
  receiptDelivered: 'Zugestellt',
  receiptUndelivered: 'Nicht zugestellt',
  reload: 'Neu laden',
  sealed:
    'Empfänger und Texte sind bis zum Versand verschlüsselt und werden danach gelöscht. Sie lassen sich hier nicht einsehen.',
  showTexts: 'Nachrichten anzeigen',
  state: 'Status',
  stateExpired: 'Abgelaufen',
  stateFailed: 'Fehlgeschlagen',
  stateQueued: 'Wartet',
  stateSent: 'Gesendet',
  stateUnknown: 'Unbekannt',
  texts: 'Postausgang',
  textsLead:
    'Nachrichten von Kanälen ohne Gateway bleiben auf diesem Server, statt gesendet zu werden. Sie enthalten Codes und Adressen. Deshalb wird im Prüfprotokoll festgehalten, wer sie öffnet.',
  time: 'Zeit',
}
