import type { RecoveryTexts } from './en.ts'

export const de: RecoveryTexts = {
  // settings and reminder
  settings: 'Neues oder verlorenes Telefon',
  settingsNone:
    'Sie haben noch keine Sicherungsdatei. Verlieren Sie dieses Telefon, ist Ihre Identität verloren.',
  settingsSaved: 'Sicherungsdatei gespeichert am {date}.',
  settingsCodes: 'Speichern Sie Ihre Codes in einer Sicherungsdatei, falls Sie dieses Telefon verlieren.',
  settingsSave: 'Sicherungsdatei speichern',
  settingsMove: 'Auf ein neues Telefon umziehen',
  settingsRestore: 'Aus einer Datei wiederherstellen',
  reminder:
    'Mit einer Sicherungsdatei erhalten Sie Ihre Identität zurück, wenn Sie dieses Telefon verlieren.',
  reminderDismiss: 'Nicht mehr erinnern',
  // saving
  title: 'Sicherungsdatei',
  lead: 'Wenn Sie dieses Telefon verlieren, bringen die Datei und ihre Passphrase Ihre Identitäten und Codes auf ein neues.',
  nothing:
    'Es gibt noch nichts zu sichern. Erstellen Sie zuerst eine Identität oder fügen Sie einen Code hinzu.',
  replaces: 'Ihre Datei vom {date} funktioniert nicht mehr, sobald Sie eine neue speichern.',
  passphrase: 'Passphrase',
  passphraseHelp: 'Mindestens {count} Zeichen. Ohne die Passphrase kann niemand die Datei öffnen.',
  passphraseAgain: 'Passphrase wiederholen',
  passphraseShort: 'Das ist zu kurz: Verwenden Sie mindestens {count} Zeichen.',
  passphraseSimple: 'Diese Passphrase ist leicht zu erraten. Wählen Sie eine andere.',
  passphraseDiffers: 'Die Passphrasen stimmen nicht überein.',
  suggest: 'Passphrase vorschlagen',
  suggested: 'Ihre Passphrase',
  suggestedNote: 'Schreiben Sie sie auf, bevor Sie fortfahren. Sie wird nirgends gespeichert.',
  create: 'Datei erstellen',
  creating: 'Wird erstellt …',
  saveTitle: 'Datei speichern',
  saveLead:
    'Speichern Sie die Datei außerhalb dieses Telefons, zum Beispiel auf Ihrem Computer oder in Ihrem Cloud-Speicher. Bewahren Sie die Passphrase an einem anderen Ort auf.',
  save: 'Datei speichern',
  saved: 'Ich habe sie gespeichert',
  savedBusy: 'Wird aktiviert …',
  notActive: 'Die Datei funktioniert noch nicht.',
  outdated:
    'Ihre Identitäten haben sich geändert, seit Sie die Datei erstellt haben. Sie funktioniert nicht: Erstellen Sie eine neue.',
  startAgain: 'Von vorn beginnen',
  doneTitle: 'Ihre Sicherungsdatei ist bereit',
  doneLead:
    'Wenn Sie dieses Telefon verlieren, öffnen Sie diese App auf einem neuen und wählen Sie „Ich habe eine Sicherungsdatei“.',
  doneLater:
    'Speichern Sie eine neue Datei, wenn Sie einen Code oder eine Identität hinzufügen: In dieser fehlen sie.',
  // restoring
  restoreTitle: 'Aus einer Datei wiederherstellen',
  restoreLead: 'Wählen Sie Ihre Sicherungsdatei und geben Sie die Passphrase ein.',
  choose: 'Datei auswählen',
  chooseOther: 'Andere Datei auswählen',
  open: 'Datei öffnen',
  opening: 'Wird geöffnet …',
  faultDamaged: 'Das ist keine Sicherungsdatei, oder sie ist beschädigt. Wählen Sie eine andere Datei.',
  faultPassphrase: 'Falsche Passphrase. Prüfen Sie sie auf Tippfehler.',
  faultServer: 'Diese Datei gehört zu einem anderen Server: {server}. Öffnen Sie den Authenticator dort.',
  foundTitle: 'Auf diesem Telefon wiederherstellen?',
  foundLead:
    'Gespeichert am {date}. Das verlorene Telefon kann diese Identitäten danach nicht mehr verwenden.',
  foundCodesLead: 'Gespeichert am {date}.',
  foundCodes: '{count} {count|Einmalcode|Einmalcodes}',
  restore: 'Hier wiederherstellen',
  restoring: 'Wird wiederhergestellt …',
  block: 'Nur das verlorene Telefon sperren',
  blockAsk:
    'Das deaktiviert diese Identitäten dauerhaft. Websites, die Sie darunter kennen, erkennen Sie nicht mehr, und auch die Datei bringt sie nicht zurück.',
  blockYes: 'Deaktivieren',
  restoredTitle: 'Alles wieder da',
  restoredLead:
    'Der Inhalt der Datei ist jetzt auf diesem Telefon. Die Datei bleibt gültig: Heben Sie sie auf.',
  restoredVerify:
    'Um Ihre E-Mail-Adresse oder Telefonnummer mit einer Website zu teilen, verifizieren Sie sie erneut.',
  restoredServices:
    'Die Codes dieser Dienste funktionieren hier. Damit auch Anfragen ankommen, verbinden Sie dieses Telefon beim Dienst erneut:',
  stateRestored: 'wiederhergestellt',
  stateHere: 'schon auf diesem Telefon',
  stateBlocked: 'deaktiviert',
  stateFailed: 'fehlgeschlagen',
  someFailed: 'Nicht alles hat geklappt',
  notAccepted:
    'Der Server akzeptiert die Datei für diese Identität nicht. Vielleicht haben Sie eine neuere Datei gespeichert, oder die Identität wurde deaktiviert.',
  blockedTitle: 'Das verlorene Telefon ist gesperrt',
  blockedLead: 'Niemand kann diese Identitäten mehr verwenden.',
  retry: 'Erneut versuchen',
}
