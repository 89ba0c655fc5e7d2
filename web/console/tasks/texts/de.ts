import type { TaskTexts } from './en.ts'

export const de: TaskTexts = {
  allTasks: 'Alle Aufgaben',
  byYou: '(von Ihnen)',
  cancel: 'Abbrechen',
  download: 'Datei herunterladen',
  fileKept: 'Die Datei wird einen Tag lang aufbewahrt.',
  finished: 'Beendet',
  mayLeave:
    'Sie können diese Seite verlassen: Die Arbeit geht weiter, und Sie finden sie unter Aufgaben wieder.',
  missing: 'Diese Aufgabe gibt es nicht mehr.',
  noTasks: 'Noch keine lange Arbeit',
  noTasksLead:
    'Exporte, Importe und Änderungen an vielen Einträgen erscheinen hier, solange sie laufen und einen Monat danach.',
  oneRuns: '1 Aufgabe läuft',
  progress: 'Fortschritt',
  progressOf: '{done} von {total}',
  progressSoFar: '{done} bisher',
  result: 'Ergebnis',
  severalRun: '{count} Aufgaben laufen',
  started: 'Begonnen',
  state: 'Stand',
  stateCancelled: 'Abgebrochen',
  stateDone: 'Fertig',
  stateDoneRefused: 'Fertig, {count} abgewiesen',
  stateFailed: 'Fehlgeschlagen',
  stateQueued: 'Wartet',
  stateRunning: 'Läuft',
  task: 'Aufgabe',
  tasks: 'Aufgaben',
  tasksLead:
    'Arbeit, die eine Weile dauert: Sie läuft weiter, wenn Sie gehen, und Sie finden sie hier wieder.',
  work: 'Arbeit',
}
