import type { SignInTexts } from './en.ts'

export const de: SignInTexts = {
  cancelled: 'Es wurde kein Passkey gewählt. Versuchen Sie es noch einmal, wenn Sie so weit sind.',
  endedTitle: 'Ihre Sitzung ist zu Ende',
  endedLead:
    'Melden Sie sich neu an, um weiterzumachen. Was Sie auf dieser Seite eingegeben haben, ist noch da.',
  failed: 'Das hat nicht geklappt: {detail}',
  insecure: 'Passkeys brauchen eine sichere Seite: Öffnen Sie die Konsole über https oder über localhost.',
  invitedLead: 'Dieser Link gibt Ihnen die Rolle „{role}“ auf diesem Server. Er gilt einmal.',
  invitedTitle: 'Willkommen',
  known: 'Dieses Gerät hat schon einen Passkey für Ihr Konto. Melden Sie sich damit an.',
  makePasskey: 'Passkey anlegen',
  noInvitation: 'Diese Einladung gilt nicht mehr',
  noInvitationLead:
    'Sie wurde benutzt, durch eine neuere ersetzt, oder ihr Tag ist um. Bitten Sie um eine neue.',
  noPasskey: 'Noch kein Passkey?',
  noPasskeyLead:
    'Lassen Sie sich einladen. Wer auf dem Server Befehle ausführen darf, macht mit diesem Befehl eine Einladung:',
  offline: 'Der Server ist nicht erreichbar. Prüfen Sie das Netz und versuchen Sie es noch einmal.',
  passkeyHelp: 'Damit Sie ihn wiedererkennen, etwa „Laptop“ oder „Schlüssel am Bund“.',
  passkeyLead:
    'Ein Passkey ersetzt das Passwort: Ihr Gerät bewahrt ihn auf und fragt nach Fingerabdruck, Gesicht oder PIN, wenn Sie ihn benutzen.',
  passkeyName: 'Name des Passkeys',
  signIn: 'Anmelden',
  signInLead: 'Mit dem Passkey, den Sie bei Ihrer Einladung angelegt haben.',
  signInPasskey: 'Mit Passkey anmelden',
  toSignIn: 'Zur Anmeldung',
  unsupported: 'Dieser Browser kennt keine Passkeys. Nehmen Sie einen neueren.',
  you: 'Sie sind',
  phoneAgain: 'Noch einmal fragen',
  phoneCode: 'QR-Code für den Authenticator',
  phoneDenied: 'Die Anfrage wurde auf dem Telefon abgelehnt.',
  phoneExpired: 'Niemand hat rechtzeitig geantwortet.',
  phoneHere: 'Den Authenticator auf diesem Gerät öffnen',
  phoneNumber: 'Geben Sie diese Zahl auf dem Telefon ein:',
  phoneScan: 'Scannen Sie den Code mit Ihrem Authenticator.',
  phoneWaiting: 'Warten auf Ihr Telefon …',
  signInPhone: 'Mit dem Telefon anmelden',
  signInOther: 'Auf anderem Weg anmelden',
}
