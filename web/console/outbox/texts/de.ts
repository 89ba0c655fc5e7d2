import type { OutboxTexts } from './en.ts'

export const de: OutboxTexts = {
  all: 'Alle',
  attempts: 'Versuche',
  channel: 'Weg',
  channelEmail: 'E-Mail',
  channelPush: 'Push',
  channelSms: 'SMS',
  channelVoice: 'Anruf',
  gateway: 'Gateway',
  log: 'Zustellprotokoll',
  noneFound: 'Keine Nachricht ist so',
  noneYet: 'Noch wurde nichts gesendet',
  noneYetLead:
    'Codes, Bestätigungen und andere Nachrichten erscheinen hier, sobald sie gesendet werden. Probieren Sie es im Prüfstand.',
  outbox: 'Nachrichten',
  outboxEmpty: 'Der Postausgang ist leer',
  outboxEmptyLead: 'Nachrichten kommen hierher, wenn ein Weg auf den Postausgang gestellt ist.',
  outboxLead: 'Was der Server sendet und was daraus wird.',
  purpose: 'Zweck',
  receiptDelivered: 'angekommen',
  receiptUndelivered: 'nicht angekommen',
  reload: 'Neu laden',
  sealed:
    'Empfänger und Texte sind versiegelt, solange eine Nachricht unterwegs ist, und danach gelöscht: Niemand kann sie hier nachsehen.',
  showTexts: 'Nachrichten zeigen',
  state: 'Stand',
  stateExpired: 'zu spät',
  stateFailed: 'fehlgeschlagen',
  stateQueued: 'wartet',
  stateSent: 'gesendet',
  stateUnknown: 'unbekannt',
  texts: 'Postausgang auf diesem Rechner',
  textsLead:
    'Wo kein Gateway eingestellt ist, werden Nachrichten in einer Datei auf diesem Rechner gehalten statt gesendet. Sie enthalten Codes und Adressen: Ihr Blick darauf wird im Prüfprotokoll vermerkt.',
  time: 'Zeit',
}
