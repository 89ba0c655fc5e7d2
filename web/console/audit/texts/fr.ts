import type { AuditTexts } from './en.ts'

export const fr: AuditTexts = {
  action: 'Action',
  actor: 'Qui',
  apply: 'Filtrer',
  audit: 'Journal d’audit',
  auditLead:
    'Qui a fait quoi, et quand. Les entrées sont chaînées : aucune ne peut être modifiée ou supprimée sans que cela se voie.',
  chainBroken: 'Des entrées ont été modifiées ou supprimées.',
  chainCounts:
    '{entries} {entries|entrée vérifiée|entrées vérifiées}, {unsealed} encore trop {unsealed|récente|récentes}.',
  chainHolds: 'Le journal est intact.',
  chainLead: 'Vérifiez qu’aucune entrée n’a été modifiée ou supprimée.',
  clear: 'Effacer',
  detail: 'Détails',
  export: 'Exporter en CSV',
  filter: 'Filtrer les entrées',
  from: 'Depuis',
  noneFound: 'Aucune entrée ne correspond',
  noneFoundLead: 'Terminez par * pour tout inclure : webhook.* trouve toutes les modifications de webhooks.',
  reload: 'Actualiser',
  subject: 'Élément concerné',
  time: 'Heure',
  until: 'Jusqu’à',
  verify: 'Vérifier',
  verifyAgain: 'Vérifier à nouveau',
  actorLocal: 'La ligne de commande',
  actorServer: 'Le serveur',
  actorGone: 'Un opérateur supprimé',
  actorKey: 'La clé d’API {name}',
  people: '{count} {count|personne|personnes}',
  what: 'Ce qui s’est passé',
}
