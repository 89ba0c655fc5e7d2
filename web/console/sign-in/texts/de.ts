import type { SignInTexts } from './en.ts'

export const de: SignInTexts = {
  cancelled: 'Es wurde kein Passkey ausgewählt. Versuchen Sie es erneut, wenn Sie so weit sind.',
  endedTitle: 'Ihre Sitzung ist abgelaufen',
  endedLead: 'Loggen Sie sich wieder ein, um weiterzumachen. Ihre Eingaben auf dieser Seite sind noch da.',
  failed: 'Das hat nicht geklappt: {detail}',
  insecure:
    'Passkeys funktionieren nur auf sicheren Seiten. Öffnen Sie die Konsole über https oder über localhost.',
  invitedLead:
    'Sie wurden eingeladen, mit der Rolle {role}. Erstellen Sie einen Passkey, um loszulegen. Dieser Link funktioniert einmal.',
  invitedTitle: 'Willkommen',
  known: 'Dieses Gerät hat schon einen Passkey für Ihr Konto. Loggen Sie sich damit ein.',
  makePasskey: 'Passkey erstellen',
  noInvitation: 'Diese Einladung ist nicht mehr gültig',
  noInvitationLead:
    'Sie wurde schon benutzt, durch eine neuere ersetzt oder ist abgelaufen. Bitten Sie um eine neue.',
  noPasskey: 'Noch kein Passkey?',
  noPasskeyLead:
    'Bitten Sie einen Inhaber um eine Einladung. Mit Zugang zum Server erstellen Sie selbst eine mit diesem Befehl:',
  offline: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  passkeyHelp: 'Damit Sie Ihre Passkeys unterscheiden können.',
  passkeyLead:
    'Ein Passkey ersetzt das Passwort. Ihr Gerät speichert ihn und fragt beim Einloggen nach Fingerabdruck, Gesicht oder PIN.',
  passkeyName: 'Name des Passkeys',
  signIn: 'Einloggen',
  signInLead: 'Mit dem Passkey, den Sie bei Ihrer Einladung erstellt haben.',
  signInPasskey: 'Mit Passkey einloggen',
  toSignIn: 'Zum Login',
  unsupported: 'Dieser Browser unterstützt keine Passkeys. Verwenden Sie einen neueren.',
  you: 'Konto:',
  phoneAgain: 'Erneut versuchen',
  phoneCode: 'QR-Code für den Authenticator',
  phoneDenied: 'Die Anfrage wurde auf Ihrem Telefon abgelehnt.',
  phoneExpired: 'Die Anfrage ist abgelaufen.',
  phoneHere: 'Authenticator auf diesem Gerät öffnen',
  phoneNumber: 'Geben Sie diese Zahl auf Ihrem Telefon ein:',
  phoneScan: 'Scannen Sie diesen Code mit Ihrem Authenticator.',
  phoneWaiting: 'Warten auf Ihr Telefon…',
  signInPhone: 'Mit dem Telefon einloggen',
  signInOther: 'Anders einloggen',
}
