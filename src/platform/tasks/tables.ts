export type TaskState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'

export type TaskRow = {
  id: string
  /** Null means the whole server. */
  organisation_id: string | null
  /** The scope that an operator needs to see the task; null if seeing tasks is enough. */
  scope: string | null
  /** The scope needed to start such a task, and to cancel somebody else's; null if seeing it is enough. */
  start_scope: string | null
  actor: string
  kind: string
  title: string
  /** Encrypted; empty once the task has ended. */
  payload: string
  state: TaskState
  done: number
  total: number | null
  checkpoint: string | null
  /** The number of output chunks that belong to the checkpoint: later ones are written again. */
  chunks: number
  /** The task's result as JSON. */
  result: string | null
  failure: string | null
  file_name: string | null
  file_type: string | null
  /** The run that may write; another run can take over. */
  run: string | null
  created_at: number
  started_at: number | null
  finished_at: number | null
}

export type TaskTables = {
  tasks: TaskRow
  task_outputs: { task_id: string; seq: number; text: string }
}
