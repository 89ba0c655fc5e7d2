import type { TextsLike } from '../../../ui/texts/i18n.ts'

export const en = {
  action: 'Action',
  actor: 'Who',
  apply: 'Filter',
  audit: 'Audit trail',
  auditLead: 'Who did what, and when. Entries are chained: none can be changed or taken out unnoticed.',
  chainBroken: 'The chain is broken.',
  chainCounts: '{entries} entries are sealed, {unsealed} are about to be.',
  chainHolds: 'The chain holds: nothing was changed.',
  chainLead: 'Let the server read the whole trail and check its chain.',
  clear: 'Clear',
  detail: 'Details',
  export: 'Export as CSV',
  filter: 'Filter the trail',
  from: 'From',
  noneFound: 'No entry is like this',
  noneFoundLead:
    'A star at the end stands for anything: webhook.* finds everything that was done to webhooks.',
  reload: 'Refresh',
  subject: 'What it was done to',
  time: 'Time',
  until: 'Until',
  verify: 'Check the chain',
  verifyAgain: 'Check again',
} as const

export type AuditTexts = TextsLike<typeof en>
