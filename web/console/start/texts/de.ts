import type { StartTexts } from './en.ts'

export const de: StartTexts = {
  allDone: 'Alles eingerichtet. Sie finden diese Schritte jederzeit im Menü.',
  application: 'Anwendung anlegen',
  applicationHelp:
    'Ihr Shop oder Ihre App braucht einen API-Schlüssel für die Zwei-Faktor-Prüfung. Er wird nur einmal angezeigt.',
  applicationWay: 'API-Schlüssel öffnen',
  cardTitle: 'Erste Schritte',
  code: 'Testcode senden',
  codeHelp:
    'Der Prüfstand sendet einen Code an eine Telefonnummer und prüft ihn. Ohne SMS-Gateway lesen Sie die Nachricht im Postausgang.',
  codeWay: 'Prüfstand öffnen',
  colleagues: 'Kollegen einladen',
  colleaguesHelp:
    'Zwei Inhaber sind sicherer als einer: Verliert einer seinen Passkey, kann der andere ihn wieder einladen.',
  colleaguesWay: 'Operatoren öffnen',
  event: 'Veranstaltung anlegen',
  eventHelp:
    'Titel, Termin und Zahl der Plätze genügen. Ticketarten, Optionen, Formular und Programm können Sie später ergänzen.',
  eventWay: 'Veranstaltung anlegen',
  makeOrganisation: 'Organisation anlegen',
  messages: 'E-Mail und SMS einrichten',
  messagesHelp:
    'Solange kein Gateway eingerichtet ist, bleiben Nachrichten im Postausgang dieses Servers. Zum Testen reicht das, aber niemand bekommt etwas.',
  messagesWay: 'Einstellungen öffnen',
  nextStep: 'Als Nächstes: {step}',
  open: 'Anmeldung öffnen',
  openGuide: 'Alle Schritte anzeigen',
  openHelp:
    'Veröffentlichen Sie die Veranstaltung. Danach kann man sich auf ihrer Seite anmelden, und Sie können den Link teilen.',
  openWay: 'Veranstaltung öffnen',
  organisation: 'Ihre Organisation benennen',
  organisationHelp:
    'Ihre Veranstaltungen, Anwendungen und Kontakte gehören dazu. Den meisten Servern genügt eine.',
  organisationName: 'Name der Organisation',
  organisationWay: 'Umbenennen',
  passkey: 'Passkey hinzufügen',
  passkeyHelp:
    'Sie loggen sich mit Telefon, Computer oder Sicherheitsschlüssel ein. Fügen Sie einen zweiten hinzu, falls der erste verloren geht.',
  passkeyWay: 'Konto öffnen',
  putAway: 'Ausblenden',
  start: 'Erste Schritte',
  startLead: 'Vom leeren Server zur ersten Veranstaltung und zum ersten Code. Die Reihenfolge bestimmen Sie.',
  stepDone: 'erledigt',
  stepsDone: '{done} von {total} Schritten erledigt',
}
