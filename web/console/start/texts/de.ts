import type { StartTexts } from './en.ts'

export const de: StartTexts = {
  allDone: 'Alles ist eingerichtet. Sie finden diese Anleitung im Menü wieder.',
  application: 'Eine Anwendung anlegen',
  applicationHelp:
    'Eine Anwendung ruft den Zwei-Faktor-Dienst auf: Ihr Shop, Ihre App. Sie bekommt einen API-Schlüssel, der einmal gezeigt wird.',
  applicationWay: 'Zu den Anwendungen',
  cardTitle: 'Erste Schritte',
  code: 'Einen Code senden und prüfen',
  codeHelp:
    'Der Prüfstand sendet einen Code an eine Telefonnummer und prüft ihn. Ohne Gateway bleibt die Nachricht im Postausgang, wo Sie sie lesen können.',
  codeWay: 'Zum Prüfstand',
  colleagues: 'Jemanden einladen',
  colleaguesHelp:
    'Zwei Inhaber sind sicherer als einer: Verliert einer seinen Passkey, lässt der andere ihn wieder herein.',
  colleaguesWay: 'Zu den Bedienern',
  event: 'Eine Veranstaltung anlegen',
  eventHelp:
    'Geben Sie ihr einen Titel, eine Zeit und eine Zahl von Plätzen. Arten, Optionen, Formular und Programm können später folgen.',
  eventWay: 'Veranstaltung anlegen',
  makeOrganisation: 'Organisation anlegen',
  messages: 'Nachrichten hinauslassen',
  messagesHelp:
    'Solange kein Gateway für SMS oder E-Mail eingestellt ist, bleibt jede Nachricht auf diesem Rechner: gut zum Ausprobieren, und niemand bekommt etwas.',
  messagesWay: 'Einstellungen ansehen',
  nextStep: 'Als Nächstes: {step}.',
  open: 'Für Anmeldungen öffnen',
  openGuide: 'Anleitung öffnen',
  openHelp:
    'Veröffentlichen Sie die Veranstaltung. Ihre Seite nimmt dann Anmeldungen an, und Sie können die Adresse weitergeben.',
  openWay: 'Zur Veranstaltung',
  organisation: 'Ihre Organisation benennen',
  organisationHelp:
    'Veranstaltungen, Anwendungen und Kontakte gehören einer Organisation. Die meisten Server haben eine.',
  organisationName: 'Name der Organisation',
  organisationWay: 'Zu den Organisationen',
  passkey: 'Einen Passkey hinzufügen',
  passkeyHelp:
    'Sie melden sich mit Telefon, Computer oder Sicherheitsschlüssel an. Ein zweiter hilft, wenn der erste verloren geht.',
  passkeyWay: 'Zu Ihrem Konto',
  putAway: 'Hier nicht mehr zeigen',
  start: 'Erste Schritte',
  startLead:
    'Vom leeren Server zur ersten Veranstaltung und zum ersten Code. Jeder Schritt geht auch später.',
  stepDone: 'erledigt',
  stepsDone: '{done} von {total} Schritten sind erledigt.',
}
