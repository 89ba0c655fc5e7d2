import type { OperatorTexts } from './en.ts'

export const fr: OperatorTexts = {
  address: 'Adresse e-mail',
  addressHelp:
    'Identifie la personne dans la console. Rien n’est envoyé : vous transmettez le lien vous-même.',
  allOrganisations: 'Toutes les organisations et le serveur',
  change: 'Changer le rôle',
  changeLabel: 'Changer le rôle : {name}',
  create: 'Ajouter une organisation',
  disable: 'Désactiver',
  disableLabel: 'Désactiver : {name}',
  disableText:
    '{name} est déconnecté partout et ne peut plus se connecter tant que vous ne réactivez pas le compte.',
  disableTitle: 'Désactiver cet opérateur ?',
  disabled: 'Désactivé',
  enable: 'Activer',
  enableLabel: 'Activer : {name}',
  invite: 'Inviter quelqu’un',
  inviteAgain: 'Nouveau lien',
  inviteAgainLabel: 'Nouveau lien : {name}',
  invited: 'Invité',
  inviteLead:
    'Vous obtenez un lien à transmettre. Il fonctionne une fois, pendant 24 heures, et permet de créer une clé d’accès.',
  lastSeen: 'Dernière activité',
  lead: 'Les personnes qui ont accès à cette console, et leurs rôles.',
  link: 'Lien d’invitation',
  linkLead:
    'Transmettez-le maintenant : il ne sera plus affiché. Il fonctionne une fois et expire le {time}.',
  linkLocal:
    'Ce lien ne fonctionne que sur la machine du serveur. Pour inviter des personnes sur d’autres machines, indiquez dans LANYARD_URL une adresse https qu’elles peuvent joindre.',
  linkTitle: 'Invitation créée',
  live: 'Actif',
  makeLink: 'Créer le lien',
  name: 'Nom',
  nameHelp: 'Facultatif.',
  never: 'Jamais',
  operators: 'Opérateurs',
  organisation: 'Organisation',
  organisationHelp: 'La personne ne voit que ce qui en fait partie.',
  organisationName: 'Nom de l’organisation',
  organisations: 'Organisations',
  organisationsLead:
    'Événements, contacts et clés appartiennent à une organisation. Une seule suffit le plus souvent.',
  rename: 'Renommer',
  renameLabel: 'Renommer : {name}',
  role: 'Rôle',
  roleOrganiserHelp: 'Gère les événements : inscriptions, contacts, contrôle d’accès et webhooks.',
  roleOwnerHelp: 'Peut tout faire, y compris inviter d’autres personnes.',
  roleReadOnlyHelp: 'Voit tout sauf le texte des messages, sans rien modifier.',
  roleSupportHelp:
    'Aide les participants et utilisateurs : inscriptions, contrôle d’accès, utilisateurs du double facteur.',
  saved: 'Enregistré',
  state: 'État',
  you: 'vous',
}
