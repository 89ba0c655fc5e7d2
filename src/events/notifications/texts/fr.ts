import type { MailTexts } from './en.ts'

export const fr: MailTexts = {
  hello: 'Bonjour {name},',
  confirmedSubject: 'Votre place : {event}',
  confirmed: 'vous êtes inscrit·e à {event}. Votre place est confirmée.',
  pendingSubject: 'Votre inscription : {event}',
  pending:
    'nous avons reçu votre inscription à {event}. Les organisateurs l’examinent et vous aurez de nos nouvelles. Elle ne réserve pas de place d’ici là.',
  waitlistedSubject: 'Liste d’attente : {event}',
  waitlisted:
    '{event} est complet pour le moment. Vous êtes sur la liste d’attente et nous vous écrirons dès qu’une place se libère. Votre lien indique votre rang.',
  offeredSubject: 'Une place est libre : {event}',
  offered:
    'une place pour {event} est libre et vous est réservée jusqu’au {until}. Ouvrez votre lien pour l’accepter.',
  promotedSubject: 'Vous avez une place : {event}',
  promoted: 'vous avez maintenant une place à {event}.',
  approvedSubject: 'Vous avez une place : {event}',
  approved: 'votre inscription à {event} est acceptée. Votre place est confirmée.',
  declinedSubject: 'Votre inscription : {event}',
  declined: 'les organisateurs n’ont pas pu accepter votre inscription à {event}.',
  cancelledSubject: 'Annulée : {event}',
  cancelled: 'votre inscription à {event} est annulée.',
  expiredSubject: 'Votre offre a expiré : {event}',
  expired: 'l’offre d’une place à {event} a expiré.',
  againSubject: 'Votre inscription : {event}',
  again:
    'quelqu’un, sans doute vous, vient de demander à inscrire cette adresse à {event}. Elle est déjà inscrite et rien n’a changé.',
  transferredSubject: 'Votre inscription : {event}',
  transferred:
    'l’inscription à {event} est désormais enregistrée à cette adresse. Votre lien montre où elle en est et donne accès à votre billet. Les liens et billets précédents ne sont plus valables.',
  handedOverSubject: 'Adresse modifiée : {event}',
  handedOver:
    'l’inscription à {event} n’est plus enregistrée à cette adresse. Votre lien et votre billet ne sont plus valables. Si vous ne vous y attendiez pas, contactez l’organisateur.',
  sessionPromotedSubject: 'Vous avez une place dans une session : {event}',
  sessionPromoted: 'vous avez maintenant une place à la session « {session} » de {event}.',
  newLinkSubject: 'Votre nouveau lien : {event}',
  newLink:
    'voici le nouveau lien vers votre inscription à {event}. Les liens et billets précédents ne sont plus valables.',
  code: '{code} est votre code pour {event}. Il vaut 10 minutes.',
  question: 'Inscription à {event}',
  number: 'Numéro de confirmation : {number}',
  when: 'Quand : {when}',
  where: 'Où : {where}',
  accessibility: 'Accessibilité : {note}',
  link: 'Billet, calendrier, modification et annulation :',
  keep: 'Gardez ce lien pour vous : qui l’a peut modifier votre inscription.',
  contact: 'Questions : {contact}',
  test: 'Ceci est un événement d’essai.',
}
