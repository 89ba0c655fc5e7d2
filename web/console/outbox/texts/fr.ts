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
  noneYet: 'Aucun message pour l’instant',
  noneYetLead:
    'Les codes, confirmations et autres messages apparaissent ici dès leur envoi. Essayez avec le banc d’essai.',
  outbox: 'Messages',
  outboxEmpty: 'La boîte d’envoi est vide',
  outboxEmptyLead: 'Les messages des canaux sans passerelle apparaissent ici.',
  outboxLead: 'Les messages envoyés par ce serveur, et leur arrivée.',
  purpose: 'Objet',
  receiptDelivered: 'Remis',
  receiptUndelivered: 'Non remis',
  reload: 'Actualiser',
  sealed:
    'Les destinataires et les textes sont chiffrés jusqu’à l’envoi, puis supprimés. Ils ne peuvent pas être consultés ici.',
  showTexts: 'Afficher les messages',
  state: 'État',
  stateExpired: 'Expiré',
  stateFailed: 'Échec',
  stateQueued: 'En attente',
  stateSent: 'Envoyé',
  stateUnknown: 'Inconnu',
  texts: 'Boîte d’envoi',
  textsLead:
    'Les messages des canaux sans passerelle restent sur ce serveur au lieu d’être envoyés. Ils contiennent des codes et des adresses : leur consultation est inscrite au journal d’audit.',
  time: 'Heure',
}
