import type { ProblemTexts } from './en.ts'

export const de: ProblemTexts = {
  'already-checked-in': 'Diese Person ist schon eingecheckt.',
  busy: 'Der Server ist ausgelastet. Versuchen Sie es gleich noch einmal.',
  'capacity-below-enrolled': 'Es sind schon mehr Personen eingetragen. Geben Sie mehr Plätze an.',
  'capacity-full': 'Es ist kein Platz mehr frei.',
  'changed-meanwhile': 'Das hat sich geändert, seit die Aufgabe gestartet wurde.',
  'code-taken': 'Dieses Kürzel ist schon vergeben.',
  'comes-with-option': 'Dieser Programmpunkt gehört zu einer Option. Ändern Sie stattdessen die Option.',
  conflict: 'Das ist zurzeit nicht möglich. Laden Sie die Seite neu und prüfen Sie den Stand.',
  'delivery-under-way': 'Diese Zustellung ist schon unterwegs.',
  'duplicate-contact': 'Die Liste hat schon einen Kontakt mit dieser E-Mail-Adresse.',
  'duplicate-registration': 'Diese E-Mail-Adresse ist schon angemeldet.',
  'event-over':
    'Die Veranstaltung ist abgesagt, abgeschlossen oder vorbei. Sie können Anmeldungen stornieren und ablehnen, aber keine Plätze vergeben.',
  forbidden: 'Ihre Rolle erlaubt das nicht.',
  'identity-taken': 'Mit dieser Identität meldet sich schon jemand anderes an.',
  'identity-unconfirmed': 'Der Passkey hat diese Identität nicht bestätigt. Versuchen Sie es noch einmal.',
  'identity-unknown':
    'Niemand hat diese Identität verknüpft. Melden Sie sich mit einem Passkey an und verknüpfen Sie sie in Ihrem Konto.',
  'in-use': 'Das wird noch verwendet und kann nicht gelöscht werden.',
  internal:
    'Auf dem Server ist ein Fehler aufgetreten. Versuchen Sie es erneut. Wenn das öfter vorkommt, sehen Sie im Protokoll des Servers nach.',
  invalid: 'Eine Eingabe ist nicht gültig.',
  'invalid-transition': 'Der Status hat sich geändert und lässt das nicht mehr zu.',
  'invitation-over': 'Diese Einladung ist abgelaufen oder wurde schon verwendet. Bitten Sie um eine neue.',
  'key-ended': 'Dieser Schlüssel ist widerrufen oder wurde schon ersetzt.',
  'last-owner': 'Das ist der letzte Inhaber. Geben Sie zuerst jemand anderem diese Rolle.',
  'last-passkey': 'Das ist Ihr letzter Passkey. Fügen Sie zuerst einen anderen hinzu.',
  malformed:
    'Der Server hat diese Anfrage nicht verstanden. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
  'messages-leave':
    'Nachrichten dieses Kanals gehen an ihre Empfänger und können hier nicht angezeigt werden.',
  'name-changed': 'Die Anwendung wurde umbenannt. Laden Sie die Seite neu und prüfen Sie den Namen.',
  'name-taken': 'Dieser Name ist schon vergeben.',
  'no-email': 'Das ist keine E-Mail-Adresse.',
  'not-checked-in': 'Diese Person ist nicht eingecheckt.',
  'not-expected': 'Diese Person hat hier keinen bestätigten Platz.',
  'not-found': 'Das gibt es nicht, oder es wurde gelöscht.',
  offline: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  'operator-disabled': 'Dieser Zugang ist gesperrt. Geben Sie ihn stattdessen wieder frei.',
  'operator-elsewhere':
    'Diese Person arbeitet schon in anderen Organisationen. Laden Sie sie mit derselben Auswahl ein.',
  'operator-role': 'Diese Person hat eine andere Rolle. Laden Sie sie mit dieser Rolle ein.',
  'passkey-known': 'Dieser Passkey ist schon hinterlegt.',
  'passkey-unconfirmed': 'Der Passkey wurde nicht bestätigt. Versuchen Sie es noch einmal.',
  'passkey-unknown':
    'Dieser Passkey ist unbekannt oder wurde nicht bestätigt. Versuchen Sie es erneut, oder bitten Sie um eine Einladung.',
  'passkeys-full': 'Sie haben die Höchstzahl an Passkeys erreicht. Entfernen Sie zuerst einen.',
  'quota-opens-itself':
    'Das Kontingent ist aufgebraucht. Um Mitternacht oder wenn Sie es erhöhen, geht es weiter.',
  'rate-limited': 'Zu viele Anfragen. Warten Sie einen Moment und versuchen Sie es noch einmal.',
  refused: 'Der Server hat das abgelehnt ({code}).',
  'registration-closed': 'Für diese Veranstaltung oder Anmeldeart ist die Anmeldung nicht offen.',
  'search-too-broad': 'Diese Suche dauert zu lange. Fügen Sie eine Bedingung hinzu, die sie eingrenzt.',
  'session-clash': 'Zwei der Programmpunkte finden gleichzeitig statt.',
  'session-closed': 'Dieser Programmpunkt ist geschlossen.',
  'session-has-enrolments': 'Für diesen Programmpunkt sind Personen eingetragen.',
  'signing-key-changed': 'Der Signaturschlüssel wurde ersetzt. Laden Sie die Seite neu.',
  'task-over': 'Diese Aufgabe ist schon beendet.',
  'task-unfinished': 'Diese Aufgabe ist noch nicht fertig.',
  'too-large': 'Das ist zu groß zum Senden.',
  unauthenticated: 'Sie sind nicht eingeloggt. Loggen Sie sich ein und versuchen Sie es erneut.',
  'version-changed':
    'Jemand anderes hat das geändert, seit Sie es geöffnet haben. Laden Sie die Seite neu und wiederholen Sie Ihre Änderung.',
}
