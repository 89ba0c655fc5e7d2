import type { MailTexts } from './en.ts'

export const fr: MailTexts = {
  hello: 'Bonjour {name},',
  confirmedSubject: 'Votre inscription est confirmée : {event}',
  confirmed: 'Votre inscription à {event} est confirmée. Vous avez une place.',
  pendingSubject: 'Nous avons reçu votre inscription : {event}',
  pending:
    'Nous avons reçu votre inscription à {event}. L’organisateur va l’examiner et nous vous écrirons dès qu’il aura décidé. D’ici là, aucune place ne vous est réservée.',
  waitlistedSubject: 'Vous êtes sur la liste d’attente : {event}',
  waitlisted:
    'Il n’y a pas de place pour votre inscription à {event} pour le moment. Vous êtes sur la liste d’attente et nous vous écrirons dès qu’une place se libère. Ouvrez le lien ci-dessous pour voir votre position.',
  offeredSubject: 'Une place s’est libérée : {event}',
  offered:
    'Une place pour {event} s’est libérée et vous est réservée jusqu’au {until}. Ouvrez le lien ci-dessous pour l’accepter.',
  promotedSubject: 'Vous avez une place : {event}',
  promoted: 'Bonne nouvelle : vous avez maintenant une place à {event}.',
  approvedSubject: 'Votre inscription est confirmée : {event}',
  approved: 'L’organisateur a approuvé votre inscription à {event}. Votre place est confirmée.',
  declinedSubject: 'Inscription refusée : {event}',
  declined: 'Malheureusement, l’organisateur n’a pas pu accepter votre inscription à {event}.',
  cancelledSubject: 'Inscription annulée : {event}',
  cancelled: 'Votre inscription à {event} a été annulée.',
  expiredSubject: 'Votre offre a expiré : {event}',
  expired: 'La place que nous vous proposions à {event} n’a pas été acceptée à temps : l’offre a expiré.',
  againSubject: 'Votre inscription : {event}',
  again:
    'Quelqu’un, sans doute vous, vient de vouloir inscrire cette adresse e-mail à {event}. Elle est déjà inscrite et rien n’a changé.',
  transferredSubject: 'Votre inscription : {event}',
  transferred:
    'Une inscription à {event} a été transférée à cette adresse e-mail. Ouvrez le lien ci-dessous pour voir où elle en est et obtenir votre billet. Les liens et billets précédents ne sont plus valables.',
  handedOverSubject: 'Inscription transférée à une autre adresse : {event}',
  handedOver:
    'L’inscription à {event} a été transférée à une autre adresse e-mail. Votre lien et votre billet ne sont plus valables. Si vous ne vous y attendiez pas, contactez l’organisateur.',
  sessionPromotedSubject: 'Vous avez une place dans une session : {event}',
  sessionPromoted: 'Bonne nouvelle : vous avez maintenant une place à la session « {session} » de {event}.',
  newLinkSubject: 'Votre nouveau lien : {event}',
  newLink:
    'Voici le nouveau lien vers votre inscription à {event}. Les liens et billets précédents ne sont plus valables.',
  code: '{code} est votre code pour {event}. Il expire dans 10 minutes.',
  question: 'Inscription à {event}',
  number: 'Numéro de confirmation : {number}',
  when: 'Quand : {when}',
  where: 'Où : {where}',
  accessibility: 'Accessibilité : {note}',
  link: 'Voir, modifier ou annuler votre inscription :',
  keep: 'Gardez ce lien pour vous : toute personne qui l’a peut modifier votre inscription.',
  contact: 'Des questions ? {contact}',
  test: 'Ceci est un événement de test.',
}
