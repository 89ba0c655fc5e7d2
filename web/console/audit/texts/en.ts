import type { TextsLike } from '../../../ui/texts/i18n.ts'

export const en = {
  action: 'Action',
  actor: 'Who',
  apply: 'Filter',
  audit: 'Audit trail',
  auditLead: 'Who did what, and when. Entries are chained, so that none can be changed or removed unnoticed.',
  chainBroken: 'Entries were changed or removed.',
  chainCounts: '{entries} {entries|entry|entries} checked, {unsealed} too recent to check.',
  chainHolds: 'The trail is intact.',
  chainLead: 'Check that no entry was changed or removed.',
  clear: 'Clear',
  detail: 'Details',
  export: 'Export as CSV',
  filter: 'Filter entries',
  from: 'From',
  noneFound: 'No matching entries',
  noneFoundLead: 'Use * at the end for anything: webhook.* finds all changes to webhooks.',
  reload: 'Refresh',
  subject: 'Affected record',
  time: 'Time',
  until: 'Until',
  verify: 'Check now',
  verifyAgain: 'Check again',
  actorLocal: 'The command line',
  actorServer: 'The server',
  actorGone: 'A deleted operator',
  actorKey: 'API key {name}',
  people: '{count} {count|person|people}',
  what: 'What happened',
} as const

export type AuditTexts = TextsLike<typeof en>
