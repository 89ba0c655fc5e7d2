import type { TextsLike } from '../../../ui/texts/i18n.ts'

export const en = {
  channel: 'Channel',
  channels: 'How messages leave',
  database: 'Database',
  detail: 'Details',
  email: 'E-mail',
  fault: 'fault',
  finding: 'Looked at',
  findings: 'What the server finds',
  fine: 'fine',
  inForce: 'Settings in force',
  inForceLead:
    'They are read from the environment and from lanyard.config.json when the server starts. Change them there and start it again.',
  meaning: 'Meaning',
  notSet: 'not set:',
  push: 'Push messages',
  secretSet: 'set, secret',
  services: 'Services',
  setting: 'Setting',
  settings: 'Settings',
  settingsLead: 'The server as it runs. Secrets are never shown.',
  sms: 'Text messages',
  state: 'State',
  value: 'Value',
  version: 'Version',
  voice: 'Calls',
  way: 'Way out',
  wayGateways: 'by {gateways}',
  wayOff: 'off: nothing is sent',
  wayOn: 'on',
  wayOutbox: 'kept in the outbox on this machine: nobody receives anything',
} as const

export type SettingTexts = TextsLike<typeof en>
