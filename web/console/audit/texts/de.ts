import type { AuditTexts } from './en.ts'

export const de: AuditTexts = {
  action: 'Handlung',
  actor: 'Wer',
  apply: 'Filtern',
  audit: 'Prüfprotokoll',
  auditLead:
    'Wer wann was getan hat. Die Einträge sind verkettet: Keiner lässt sich unbemerkt ändern oder löschen.',
  chainBroken: 'Einträge wurden geändert oder gelöscht.',
  chainCounts: '{entries} {entries|Eintrag|Einträge} geprüft, {unsealed} noch zu neu.',
  chainHolds: 'Das Protokoll ist unverändert.',
  chainLead: 'Prüfen Sie, dass kein Eintrag geändert oder gelöscht wurde.',
  clear: 'Zurücksetzen',
  detail: 'Details',
  export: 'Als CSV exportieren',
  filter: 'Einträge filtern',
  from: 'Von',
  noneFound: 'Keine passenden Einträge',
  noneFoundLead: 'Mit * am Ende passt alles Weitere: webhook.* findet alle Änderungen an Webhooks.',
  reload: 'Neu laden',
  subject: 'Betroffener Eintrag',
  time: 'Zeit',
  until: 'Bis',
  verify: 'Jetzt prüfen',
  verifyAgain: 'Erneut prüfen',
}
