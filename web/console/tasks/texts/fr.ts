import type { TaskTexts } from './en.ts'

export const fr: TaskTexts = {
  allTasks: 'Toutes les tâches',
  byYou: '(par vous)',
  cancel: 'Arrêter la tâche',
  download: 'Télécharger le fichier',
  fileKept: 'Le fichier reste disponible pendant un jour.',
  finished: 'Terminée',
  mayLeave: 'Vous pouvez quitter cette page. La tâche continue ; retrouvez-la sous « Tâches ».',
  missing: 'Cette tâche n’existe plus.',
  noTasks: 'Aucune tâche pour le moment',
  noTasksLead:
    'Les exports, imports et modifications en masse apparaissent ici pendant leur exécution, puis pendant un mois.',
  progress: 'Avancement',
  progressOf: '{done} sur {total}',
  progressSoFar: '{done} pour l’instant',
  result: 'Résultat',
  severalRun: '{count} {count|tâche|tâches} en cours',
  started: 'Démarrée',
  state: 'Statut',
  stateCancelled: 'Arrêtée',
  stateDone: 'Terminée',
  stateDoneRefused: 'Terminée, {count} {count|refusée|refusées}',
  stateFailed: 'Échouée',
  stateQueued: 'En attente',
  stateRunning: 'En cours',
  task: 'Tâche',
  tasks: 'Tâches',
  tasksLead:
    'Les exports, imports et modifications en masse s’exécutent en arrière-plan, même si vous quittez la page.',
  work: 'Tâche',
}
