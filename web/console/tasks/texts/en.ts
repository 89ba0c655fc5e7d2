import type { TextsLike } from '../../../ui/texts/i18n.ts'

export const en = {
  allTasks: 'All tasks',
  byYou: '(by you)',
  cancel: 'Stop it',
  download: 'Download the file',
  fileKept: 'The file is kept for a day.',
  finished: 'Finished',
  mayLeave: 'You can leave this page: the work goes on, and you find it again under Tasks.',
  missing: 'This task is not there any more.',
  noTasks: 'No long work yet',
  noTasksLead:
    'Exports, imports and changes of many records at once appear here while they run, and for a month afterwards.',
  oneRuns: '1 task runs',
  progress: 'Progress',
  progressOf: '{done} of {total}',
  progressSoFar: '{done} so far',
  result: 'Result',
  severalRun: '{count} tasks run',
  started: 'Started',
  state: 'State',
  stateCancelled: 'Stopped',
  stateDone: 'Done',
  stateDoneRefused: 'Done, {count} refused',
  stateFailed: 'Failed',
  stateQueued: 'Waiting',
  stateRunning: 'Running',
  task: 'Task',
  tasks: 'Tasks',
  tasksLead: 'Work that takes a while: it goes on when you leave, and you find it again here.',
  work: 'Work',
} as const

export type TaskTexts = TextsLike<typeof en>
