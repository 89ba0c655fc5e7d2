import type { ConsoleTexts } from './en.ts'

export const fr: ConsoleTexts = {
  account: 'Votre compte',
  appName: 'Console Lanyard',
  appShort: 'Console',
  ended: 'Votre session est terminée. Reconnectez-vous : cette page vous attend.',
  forbidden: 'Pas pour votre rôle',
  forbiddenLead:
    'Votre rôle, {role}, ne comprend pas cette page. Demandez à un propriétaire si vous en avez besoin.',
  groupEvents: 'Événements',
  groupOverview: 'Vue d’ensemble',
  groupServer: 'Serveur',
  groupServices: 'Connexion et messages',
  home: 'Aller à la première page',
  menu: 'Menu',
  navLabel: 'Lieux',
  notFound: 'Rien ici',
  notFoundLead: 'Il n’y a pas de page à cette adresse.',
  offline: 'Vous êtes hors ligne. Ce qui a besoin du serveur attend votre retour.',
  organisation: 'Organisation',
  roleOrganiser: 'organisation',
  roleOwner: 'propriétaire',
  roleReadOnly: 'lecture seule',
  roleSupport: 'assistance',
  signIn: 'Se connecter',
  signOut: 'Se déconnecter',
  skip: 'Aller au contenu',
}
