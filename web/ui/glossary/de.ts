import type { Glossary } from './glossary.ts'

export const de: Glossary = [
  { say: 'Warteliste', avoid: ['Schlange', 'Warteschlange'] },
  {
    say: 'Ticketart',
    means: 'Die API nennt sie registration type.',
    avoid: ['Art der Anmeldung', 'Anmeldearten?', 'Registrierungsarten?'],
  },
  {
    say: 'Anmeldung',
    means: 'Zu einer Veranstaltung. Sich ausweisen heißt „einloggen“.',
    avoid: ['Registrierung(?:en)?'],
  },
  {
    say: 'einloggen, Login',
    means: 'Zeigen, wer man ist. Das Gegenteil ist „ausloggen“.',
    avoid: [
      'melden Sie sich (?:neu |wieder |erneut |noch einmal )?an',
      'Anmeldeanfragen?',
      'Anmeldungen? mit dem Telefon',
    ],
  },
  { say: 'einchecken, auschecken', means: 'An der Tür.', avoid: ['auslassen', 'ausgelassen'] },
  {
    say: 'verifiziert',
    means: 'Von Adressen und Namen, die geprüft sind.',
    avoid: ['bewiesen', 'beweisen', 'Beweis', 'nachgewiesen', 'nachweisen'],
  },
  { say: 'wartet auf Genehmigung', avoid: ['wartet auf (?:Freigabe|Zustimmung)'] },
  { say: 'automatisch', avoid: ['von selbst'] },
  { say: 'erstellen, anlegen', avoid: ['machen Sie (?:ein|eine|einen|den|die|das)', 'gemacht am'] },
  { say: 'E-Mail', avoid: ['email', 'Mailbox'] },
]
