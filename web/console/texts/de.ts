import type { ConsoleTexts } from './en.ts'

export const de: ConsoleTexts = {
  account: 'Ihr Konto',
  appName: 'Lanyard-Konsole',
  appShort: 'Konsole',
  ended: 'Ihre Sitzung ist zu Ende. Melden Sie sich neu an: Diese Seite wartet auf Sie.',
  forbidden: 'Nicht für Ihre Rolle',
  forbiddenLead:
    'Ihre Rolle, {role}, umfasst diese Seite nicht. Fragen Sie eine Inhaberin oder einen Inhaber.',
  groupEvents: 'Veranstaltungen',
  groupOverview: 'Überblick',
  groupServer: 'Server',
  groupServices: 'Anmeldung und Nachrichten',
  home: 'Zur ersten Seite',
  menu: 'Menü',
  navLabel: 'Orte',
  notFound: 'Hier ist nichts',
  notFoundLead: 'Unter dieser Adresse gibt es keine Seite.',
  offline: 'Sie sind offline. Was den Server braucht, wartet, bis Sie zurück sind.',
  organisation: 'Organisation',
  roleOrganiser: 'Veranstaltung',
  roleOwner: 'Inhaber',
  roleReadOnly: 'nur lesen',
  roleSupport: 'Support',
  signIn: 'Anmelden',
  signOut: 'Abmelden',
  skip: 'Zum Inhalt springen',
}
