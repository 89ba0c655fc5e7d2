import type { MovingTexts } from './en.ts'

export const de: MovingTexts = {
  // the old phone
  title: 'Auf ein neues Telefon umziehen',
  lead: 'Nehmen Sie beide Telefone zur Hand. Identitäten, verbundene Dienste und Einmalcodes ziehen auf das neue um und funktionieren danach auf diesem nicht mehr.',
  private: 'Achten Sie darauf, dass niemand sonst die Bildschirme sieht.',
  nothing: 'Es gibt noch nichts, was umziehen kann.',
  start: 'Starten',
  starting: 'Wird gestartet …',
  showTitle: 'Mit dem neuen Telefon scannen',
  showLead: 'Richten Sie die Kamera des neuen Telefons auf diesen Code und öffnen Sie den Link.',
  showInstalled: 'Ist diese App dort schon installiert, öffnen Sie sie und wählen Sie stattdessen „Scannen“.',
  showUntil: 'Gültig bis {time}.',
  showOver: 'Dieser Code ist abgelaufen.',
  showAgain: 'Neuen Code erstellen',
  showLink: 'Link für das neue Telefon',
  showEnded:
    '„{name}“ zieht nicht um: Diese Identität wurde deaktiviert oder ist schon umgezogen. Sie können sie von diesem Telefon entfernen.',
  showRefused:
    '{app} zieht nicht um: Der Dienst kennt dieses Telefon nicht mehr. Bitten Sie ihn um einen neuen Link und öffnen Sie diesen auf dem neuen Telefon.',
  next: 'Weiter',
  scanTitle: 'Code auf dem neuen Telefon scannen',
  scanLead: 'Sobald Sie auf dem neuen Telefon „Hierher umziehen“ wählen, zeigt es einen Code.',
  scanBack: 'Meinen Code erneut anzeigen',
  scanWrong: 'Das ist nicht der Code, den das neue Telefon zeigt.',
  askTitle: 'Jetzt umziehen?',
  askLead: 'Ab jetzt verwenden Sie das neue Telefon. Diese Identitäten funktionieren auf diesem nicht mehr.',
  askYes: 'Jetzt umziehen',
  asking: 'Umzug läuft …',
  askFailed: 'Noch nicht umgezogen: {name}. {reason}',
  askTooLate: 'Der Code auf dem neuen Telefon ist abgelaufen. Beginnen Sie von vorn.',
  askMissing: 'Sie ist neu oder hat sich seit dem Start geändert. Beginnen Sie von vorn.',
  startAgain: 'Von vorn beginnen',
  strangerTitle: 'Auf dem alten Telefon beginnen',
  strangerLead:
    'Dieser Code gehört zu einem anderen Umzug, oder der Umzug hat zu lange gedauert. Öffnen Sie auf Ihrem alten Telefon die Einstellungen und wählen Sie „Auf ein neues Telefon umziehen“.',
  // one-time codes
  codesTitle: 'Codes umziehen',
  codesLead: 'Wählen Sie auf dem neuen Telefon „Codes scannen“ und richten Sie es auf diesen Code.',
  codesPart: 'Code {place} von {count}',
  codesDone: 'Fertig',
  // the end
  endTitle: 'Alles ist umgezogen',
  endLead:
    'Verwenden Sie ab jetzt Ihr neues Telefon. Löschen Sie alles auf diesem, bevor Sie es weitergeben.',
  endKept:
    'Prüfen Sie vor dem Löschen, ob Ihre Einmalcodes und Dienste auf dem neuen Telefon angekommen sind.',
  leftTitle: 'Noch nicht alles ist umgezogen',
  leftLead:
    'Diese Identitäten sind noch auf diesem Telefon. Löschen Sie es noch nicht: Beginnen Sie von vorn, damit auch sie umziehen.',
  // the new phone
  hereTitle: 'Auf dieses Telefon umziehen?',
  hereLead: 'Fahren Sie nur fort, wenn Ihr altes Telefon diesen Code gerade anzeigt.',
  hereServices: '{count} {count|verbundener Dienst|verbundene Dienste}',
  hereCodes: '{count} {count|Einmalcode|Einmalcodes}',
  hereYes: 'Hierher umziehen',
  hereBusy: 'Wird vorbereitet …',
  hereOwn: 'Dieser Code ist für Ihr neues Telefon. Scannen Sie ihn dort.',
  answerTitle: 'Mit dem alten Telefon scannen',
  answerLead: 'Wählen Sie auf dem alten Telefon „Weiter“ und richten Sie seine Kamera auf diesen Code.',
  answerWaiting: 'Warten auf das alte Telefon …',
  answerLink: 'Link für das alte Telefon',
  serviceFailed:
    '{app} konnte nicht verbunden werden. Versuchen Sie es erneut oder bitten Sie den Dienst später um einen neuen Link.',
  serviceSpent:
    '{app} konnte nicht verbunden werden: Der Code ist abgelaufen, oder jemand anderes hat ihn verwendet. Wenn Sie das nicht selbst waren, bitten Sie den Dienst, das unbekannte Gerät zu entfernen, und verbinden Sie dieses Telefon dort erneut.',
  serviceRetry: 'Erneut versuchen',
  arrivedTitle: 'Ihre Identität ist da',
  arrivedServices: 'Alles ist da',
  arrivedLead: 'Ab jetzt können Sie dieses Telefon verwenden.',
  arrivedVerify:
    'Um Ihre E-Mail-Adresse oder Telefonnummer mit einer Website zu teilen, verifizieren Sie sie erneut.',
  arrivedCodes: 'Letzter Schritt: Scannen Sie die Einmalcodes, die Ihr altes Telefon zeigt.',
  arrivedScan: 'Codes scannen',
}
