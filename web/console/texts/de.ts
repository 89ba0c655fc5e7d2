import type { ConsoleTexts } from './en.ts'

export const de: ConsoleTexts = {
  account: 'Ihr Konto',
  appName: 'Lanyard-Konsole',
  appShort: 'Konsole',
  closed: 'Kein Zugriff auf diese Organisation',
  closedLead:
    'Fragen Sie einen Inhaber nach dem Zugriff, oder arbeiten Sie in einer Ihrer Organisationen weiter.',
  documentation: 'Dokumentation',
  ended: 'Ihre Sitzung ist abgelaufen. Loggen Sie sich wieder ein, um hier weiterzumachen.',
  forbidden: 'Kein Zugriff auf diese Seite',
  forbiddenLead:
    'Ihre Rolle ({role}) umfasst sie nicht. Wenn Sie Zugriff brauchen, fragen Sie einen Inhaber.',
  groupEvents: 'Veranstaltungen',
  groupOverview: 'Allgemein',
  groupServer: 'Server',
  groupServices: 'Login und Nachrichten',
  home: 'Zur Übersicht',
  menu: 'Menü',
  navLabel: 'Hauptnavigation',
  notFound: 'Seite nicht gefunden',
  notFoundLead:
    'Unter dieser Adresse gibt es keine Seite. Prüfen Sie den Link, oder beginnen Sie auf der Übersicht.',
  offline: 'Sie sind offline. Manches funktioniert erst wieder, wenn Sie verbunden sind.',
  organisation: 'Organisation',
  organisationChanged: 'Gewechselt zu „{name}“, weil diese Seite dazugehört.',
  roleOrganiser: 'Veranstalter',
  roleOwner: 'Inhaber',
  roleReadOnly: 'Nur Lesen',
  roleSupport: 'Support',
  signIn: 'Einloggen',
  signOut: 'Ausloggen',
  skip: 'Zum Inhalt springen',
  agent: '{browser} unter {system}',
}
