import type { OutboxTexts } from './en.ts'

export const fr: OutboxTexts = {
  all: 'Tous',
  attempts: 'Essais',
  channel: 'Canal',
  channelEmail: 'E-mail',
  channelPush: 'Push',
  channelSms: 'SMS',
  channelVoice: 'Appel',
  gateway: 'Passerelle',
  log: 'Journal des envois',
  noneFound: 'Aucun message ne correspond',
  noneYet: 'Rien n’a encore été envoyé',
  noneYetLead:
    'Les codes, confirmations et autres messages apparaissent ici dès leur envoi. Essayez sur le banc d’essai.',
  outbox: 'Messages',
  outboxEmpty: 'La boîte d’envoi est vide',
  outboxEmptyLead: 'Les messages arrivent ici quand un canal est réglé sur la boîte d’envoi.',
  outboxLead: 'Ce que le serveur envoie, et ce qu’il en advient.',
  purpose: 'Objet',
  receiptDelivered: 'remis',
  receiptUndelivered: 'non remis',
  reload: 'Actualiser',
  sealed:
    'Les destinataires et les textes sont scellés pendant l’envoi, puis effacés : personne ne peut les consulter ici.',
  showTexts: 'Afficher les messages',
  state: 'État',
  stateExpired: 'trop tard',
  stateFailed: 'échec',
  stateQueued: 'en attente',
  stateSent: 'envoyé',
  stateUnknown: 'inconnu',
  texts: 'Boîte d’envoi de cette machine',
  textsLead:
    'Sans passerelle, les messages sont gardés dans un fichier de cette machine au lieu d’être envoyés. Ils contiennent des codes et des adresses : votre consultation est inscrite au journal d’audit.',
  time: 'Heure',
}
