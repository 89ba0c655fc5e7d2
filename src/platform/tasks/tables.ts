export type TaskState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'

export type TaskRow = {
  id: string
  /** Null is the whole server. */
  organisation_id: string | null
  /** What an operator must be allowed to do in order to see the task; null where it is enough to see tasks. */
  scope: string | null
  /** What it takes to start such a task, and to cancel somebody else's; null where seeing it is enough. */
  start_scope: string | null
  actor: string
  kind: string
  title: string
  /** Sealed; empty once the task is over. */
  payload: string
  state: TaskState
  done: number
  total: number | null
  checkpoint: string | null
  /** Chunks of the output that belong to the checkpoint: later ones are written again. */
  chunks: number
  /** JSON. */
  result: string | null
  failure: string | null
  file_name: string | null
  file_type: string | null
  /** The start that may write; another one takes it over. */
  run: string | null
  created_at: number
  started_at: number | null
  finished_at: number | null
}

export type TaskTables = {
  tasks: TaskRow
  task_outputs: { task_id: string; seq: number; text: string }
}
