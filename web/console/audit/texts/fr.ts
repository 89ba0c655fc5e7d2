import type { AuditTexts } from './en.ts'

export const fr: AuditTexts = {
  action: 'Action',
  actor: 'Qui',
  apply: 'Filtrer',
  audit: 'Journal d’audit',
  auditLead:
    'Qui a fait quoi, et quand. Les entrées sont chaînées : aucune ne peut être changée ou retirée sans que cela se voie.',
  chainBroken: 'La chaîne est rompue.',
  chainCounts: '{entries} entrées sont scellées, {unsealed} vont l’être.',
  chainHolds: 'La chaîne tient : rien n’a été changé.',
  chainLead: 'Faites lire tout le journal au serveur et vérifier la chaîne.',
  clear: 'Effacer',
  detail: 'Détails',
  export: 'Exporter en CSV',
  filter: 'Filtrer le journal',
  from: 'De',
  noneFound: 'Aucune entrée ne correspond',
  noneFoundLead: 'Une étoile à la fin remplace tout : webhook.* trouve tout ce qui a touché aux webhooks.',
  reload: 'Actualiser',
  subject: 'À quoi',
  time: 'Heure',
  until: 'À',
  verify: 'Vérifier la chaîne',
  verifyAgain: 'Vérifier à nouveau',
}
