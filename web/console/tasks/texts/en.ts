import type { TextsLike } from '../../../ui/texts/i18n.ts'

export const en = {
  allTasks: 'All tasks',
  byYou: '(by you)',
  cancel: 'Stop task',
  download: 'Download file',
  fileKept: 'The file is available for one day.',
  finished: 'Finished',
  mayLeave: 'You can leave this page. The task keeps running, and you can find it under Tasks.',
  missing: 'This task no longer exists.',
  noTasks: 'No tasks yet',
  noTasksLead: 'Exports, imports and bulk changes appear here while they run, and for a month afterwards.',
  progress: 'Progress',
  progressOf: '{done} of {total}',
  progressSoFar: '{done} so far',
  result: 'Result',
  severalRun: '{count} {count|task|tasks} running',
  started: 'Started',
  state: 'Status',
  stateCancelled: 'Stopped',
  stateDone: 'Done',
  stateDoneRefused: 'Done, {count} refused',
  stateFailed: 'Failed',
  stateQueued: 'Queued',
  stateRunning: 'Running',
  task: 'Task',
  tasks: 'Tasks',
  tasksLead: 'Exports, imports and bulk changes run in the background, even if you leave the page.',
  work: 'Task',
} as const

export type TaskTexts = TextsLike<typeof en>
