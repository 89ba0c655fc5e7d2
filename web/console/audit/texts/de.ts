import type { AuditTexts } from './en.ts'

export const de: AuditTexts = {
  action: 'Handlung',
  actor: 'Wer',
  apply: 'Filtern',
  audit: 'Prüfprotokoll',
  auditLead:
    'Wer wann was getan hat. Die Einträge sind verkettet: Keiner lässt sich unbemerkt ändern oder entfernen.',
  chainBroken: 'Die Kette ist gebrochen.',
  chainCounts: '{entries} Einträge sind versiegelt, {unsealed} werden es gleich.',
  chainHolds: 'Die Kette hält: Nichts wurde geändert.',
  chainLead: 'Lassen Sie den Server das ganze Protokoll lesen und die Kette prüfen.',
  clear: 'Leeren',
  detail: 'Einzelheiten',
  export: 'Als CSV exportieren',
  filter: 'Protokoll filtern',
  from: 'Von',
  noneFound: 'Kein Eintrag ist so',
  noneFoundLead: 'Ein Stern am Ende steht für Beliebiges: webhook.* findet alles, was mit Webhooks geschah.',
  reload: 'Neu laden',
  subject: 'Womit',
  time: 'Zeit',
  until: 'Bis',
  verify: 'Kette prüfen',
  verifyAgain: 'Noch einmal prüfen',
}
