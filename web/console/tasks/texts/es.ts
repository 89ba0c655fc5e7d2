import type { TaskTexts } from './en.ts'

export const es: TaskTexts = {
  allTasks: 'Todas las tareas',
  byYou: '(por usted)',
  cancel: 'Detener la tarea',
  download: 'Descargar el archivo',
  fileKept: 'El archivo está disponible durante un día.',
  finished: 'Terminada',
  mayLeave: 'Puede salir de esta página. La tarea sigue en marcha y la encontrará en «Tareas».',
  missing: 'Esta tarea ya no existe.',
  noTasks: 'Aún no hay tareas',
  noTasksLead:
    'Aquí aparecen las exportaciones, importaciones y cambios masivos mientras se ejecutan y durante un mes después.',
  progress: 'Progreso',
  progressOf: '{done} de {total}',
  progressSoFar: '{done} hasta el momento',
  result: 'Resultado',
  severalRun: '{count} {count|tarea|tareas} en curso',
  started: 'Iniciada',
  state: 'Estado',
  stateCancelled: 'Detenida',
  stateDone: 'Terminada',
  stateDoneRefused: 'Terminada, {count} {count|rechazada|rechazadas}',
  stateFailed: 'Fallida',
  stateQueued: 'En espera',
  stateRunning: 'En curso',
  task: 'Tarea',
  tasks: 'Tareas',
  tasksLead:
    'Las exportaciones, importaciones y cambios masivos se ejecutan en segundo plano, aunque salga de la página.',
  work: 'Tarea',
}
