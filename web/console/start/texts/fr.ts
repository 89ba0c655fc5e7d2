import type { StartTexts } from './en.ts'

export const fr: StartTexts = {
  allDone: 'Tout est prêt. Vous retrouvez ce guide dans le menu.',
  application: 'Créer une application',
  applicationHelp:
    'Une application appelle le service à deux facteurs : votre boutique, votre appli. Elle reçoit une clé d’API, montrée une seule fois.',
  applicationWay: 'Vers les applications',
  cardTitle: 'Premiers pas',
  code: 'Envoyer un code et le vérifier',
  codeHelp:
    'Le banc d’essai envoie un code à un numéro et le vérifie. Sans passerelle, le message reste dans la boîte d’envoi, où vous pouvez le lire.',
  codeWay: 'Vers le banc d’essai',
  colleagues: 'Inviter un collègue',
  colleaguesHelp:
    'Deux propriétaires valent mieux qu’un : si l’un perd sa clé d’accès, l’autre le fait rentrer.',
  colleaguesWay: 'Vers les opérateurs',
  event: 'Créer un événement',
  eventHelp:
    'Donnez-lui un titre, une date et un nombre de places. Les types, les options, le formulaire et le programme peuvent suivre.',
  eventWay: 'Créer un événement',
  makeOrganisation: 'Créer l’organisation',
  messages: 'Laisser sortir les messages',
  messagesHelp:
    'Tant qu’aucune passerelle SMS ou e-mail n’est réglée, chaque message reste sur cette machine : bien pour essayer, et personne ne reçoit rien.',
  messagesWay: 'Voir les réglages',
  nextStep: 'Ensuite : {step}.',
  open: 'L’ouvrir aux inscriptions',
  openGuide: 'Ouvrir le guide',
  openHelp: 'Publiez l’événement. Sa page prend alors les inscriptions, et vous pouvez partager son adresse.',
  openWay: 'Vers l’événement',
  organisation: 'Nommer votre organisation',
  organisationHelp:
    'Les événements, les applications et les contacts appartiennent à une organisation. La plupart des serveurs en ont une.',
  organisationName: 'Nom de l’organisation',
  organisationWay: 'Vers les organisations',
  passkey: 'Ajouter une clé d’accès',
  passkeyHelp:
    'Vous vous connectez avec votre téléphone, votre ordinateur ou une clé de sécurité. Une seconde aide si la première est perdue.',
  passkeyWay: 'Vers votre compte',
  putAway: 'Ne plus afficher ici',
  start: 'Premiers pas',
  startLead: 'D’un serveur vide à votre premier événement et votre premier code. Chaque étape peut attendre.',
  stepDone: 'fait',
  stepsDone: '{done} étapes sur {total} sont faites.',
}
