import type { StartTexts } from './en.ts'

export const fr: StartTexts = {
  allDone: 'Tout est prêt. Vous retrouverez ces étapes dans le menu.',
  application: 'Créer une application',
  applicationHelp:
    'Votre boutique ou votre appli a besoin d’une clé d’API pour la double authentification. La clé n’est affichée qu’une fois.',
  applicationWay: 'Ouvrir les clés d’API',
  cardTitle: 'Premiers pas',
  code: 'Envoyer un code d’essai',
  codeHelp:
    'Le banc d’essai envoie un code à un numéro de téléphone et le vérifie. Sans passerelle SMS, vous lisez le message dans la boîte d’envoi.',
  codeWay: 'Ouvrir le banc d’essai',
  colleagues: 'Inviter un collègue',
  colleaguesHelp:
    'Prévoyez au moins deux propriétaires : si l’un perd sa clé d’accès, l’autre peut le réinviter.',
  colleaguesWay: 'Ouvrir les opérateurs',
  event: 'Créer un événement',
  eventHelp:
    'Un titre, une date et un nombre de places suffisent. Types de billets, options, formulaire et programme peuvent attendre.',
  eventWay: 'Créer un événement',
  makeOrganisation: 'Créer l’organisation',
  messages: 'Configurer les envois',
  messagesHelp:
    'Sans passerelle, les messages restent dans la boîte d’envoi de ce serveur. C’est suffisant pour tester, mais personne ne reçoit rien.',
  messagesWay: 'Ouvrir les réglages',
  nextStep: 'Ensuite : {step}',
  open: 'Ouvrir les inscriptions',
  openGuide: 'Afficher toutes les étapes',
  openHelp: 'Publiez l’événement. On peut alors s’inscrire sur sa page, et vous pouvez partager le lien.',
  openWay: 'Ouvrir l’événement',
  organisation: 'Nommer votre organisation',
  organisationHelp:
    'Vos événements, applications et contacts lui appartiennent. Une seule suffit le plus souvent.',
  organisationName: 'Nom de l’organisation',
  organisationWay: 'La renommer',
  passkey: 'Ajouter une clé d’accès',
  passkeyHelp:
    'Vous vous connectez avec votre téléphone, votre ordinateur ou une clé de sécurité. Ajoutez-en une deuxième au cas où vous perdriez la première.',
  passkeyWay: 'Ouvrir votre compte',
  putAway: 'Masquer',
  start: 'Premiers pas',
  startLead:
    'D’un serveur vide à votre premier événement et votre premier code. L’ordre des étapes est libre.',
  stepDone: 'fait',
  stepsDone: '{done} étapes sur {total} terminées',
}
