import type { TextsLike } from '../../../ui/texts/i18n.ts'

export const en = {
  all: 'All',
  attempts: 'Attempts',
  channel: 'Channel',
  channelEmail: 'E-mail',
  channelPush: 'Push',
  channelSms: 'Text message',
  channelVoice: 'Call',
  gateway: 'Gateway',
  log: 'Delivery log',
  noneFound: 'No message is like this',
  noneYet: 'Nothing has been sent yet',
  noneYetLead:
    'Codes, confirmations and other messages appear here as soon as they are sent. Try it in the test bench.',
  outbox: 'Messages',
  outboxEmpty: 'The outbox is empty',
  outboxEmptyLead: 'Messages come here when a channel is set to the outbox.',
  outboxLead: 'What the server sends, and what becomes of it.',
  purpose: 'Purpose',
  receiptDelivered: 'delivered',
  receiptUndelivered: 'not delivered',
  reload: 'Refresh',
  sealed:
    'Recipients and texts are sealed while a message is on its way, and deleted afterwards: nobody can look them up here.',
  showTexts: 'Show the messages',
  state: 'State',
  stateExpired: 'too late',
  stateFailed: 'failed',
  stateQueued: 'waits',
  stateSent: 'sent',
  stateUnknown: 'unknown',
  texts: 'Outbox on this machine',
  textsLead:
    'Where no gateway is set, messages are kept in a file on this machine instead of being sent. They hold codes and addresses: your look at them is written to the audit trail.',
  time: 'Time',
} as const

export type OutboxTexts = TextsLike<typeof en>
