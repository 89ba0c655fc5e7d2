import type { TextsLike } from '../../../ui/texts/i18n.ts'

export const en = {
  all: 'All',
  attempts: 'Attempts',
  channel: 'Channel',
  channelEmail: 'E-mail',
  channelPush: 'Push',
  channelSms: 'SMS',
  channelVoice: 'Call',
  gateway: 'Gateway',
  log: 'Delivery log',
  noneFound: 'No messages match',
  noneYet: 'No messages yet',
  noneYetLead:
    'Codes, confirmations and other messages appear here as they are sent. Try it in the test bench.',
  outbox: 'Messages',
  outboxEmpty: 'The outbox is empty',
  outboxEmptyLead: 'Messages appear here when a channel has no gateway.',
  outboxLead: 'Messages this server sends, and whether they arrived.',
  purpose: 'Purpose',
  receiptDelivered: 'Delivered',
  receiptUndelivered: 'Not delivered',
  reload: 'Refresh',
  sealed:
    'Recipients and texts are encrypted until a message is sent, and deleted afterwards. They can’t be looked up here.',
  showTexts: 'Show messages',
  state: 'Status',
  stateExpired: 'Expired',
  stateFailed: 'Failed',
  stateQueued: 'Waiting',
  stateSent: 'Sent',
  stateUnknown: 'Unknown',
  texts: 'Outbox',
  textsLead:
    'Messages of channels without a gateway are kept on this server instead of being sent. They contain codes and addresses, so opening them is recorded in the audit trail.',
  time: 'Time',
  purposeCode: 'Sign-in code',
  purposeInstall: 'Link to the app',
  purposeLost: 'Lost phone',
  purposeRegistration: 'Registration',
  purposeVerification: 'Address verification',
} as const

export type OutboxTexts = TextsLike<typeof en>
