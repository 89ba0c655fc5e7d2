import type { TaskTexts } from './en.ts'

export const de: TaskTexts = {
  allTasks: 'Alle Aufgaben',
  byYou: '(von Ihnen)',
  cancel: 'Aufgabe abbrechen',
  download: 'Datei herunterladen',
  fileKept: 'Die Datei ist einen Tag lang verfügbar.',
  finished: 'Beendet',
  mayLeave: 'Sie können diese Seite verlassen. Die Aufgabe läuft weiter, Sie finden sie unter „Aufgaben“.',
  missing: 'Diese Aufgabe gibt es nicht mehr.',
  noTasks: 'Noch keine Aufgaben',
  noTasksLead:
    'Exporte, Importe und Massenänderungen erscheinen hier, solange sie laufen, und noch einen Monat danach.',
  progress: 'Fortschritt',
  progressOf: '{done} von {total}',
  progressSoFar: 'Bisher {done}',
  result: 'Ergebnis',
  severalRun: '{count} {count|Aufgabe läuft|Aufgaben laufen}',
  started: 'Gestartet',
  state: 'Status',
  stateCancelled: 'Abgebrochen',
  stateDone: 'Fertig',
  stateDoneRefused: 'Fertig, {count} abgewiesen',
  stateFailed: 'Fehlgeschlagen',
  stateQueued: 'In Wartestellung',
  stateRunning: 'Läuft',
  task: 'Aufgabe',
  tasks: 'Aufgaben',
  tasksLead:
    'Exporte, Importe und Massenänderungen laufen im Hintergrund, auch wenn Sie die Seite verlassen.',
  work: 'Aufgabe',
}
