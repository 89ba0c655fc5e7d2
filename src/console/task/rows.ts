import * as Type from 'typebox'
import { json, rowsOf, textStream } from '../../kernel/contract/operation.ts'
import { pageQuery, pageSchema } from '../../kernel/contract/page.ts'
import { closed, orNull, textOrNull, time, timeOrNull } from '../../kernel/contract/schema.ts'

const params = closed({ taskId: Type.String({ maxLength: 64 }) })
const states = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

export const task = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  title: Type.String(),
  state: Type.Enum([...states]),
  done: Type.Integer(),
  total: orNull(Type.Integer(), { description: 'Null until it is known.' }),
  /** True if the operator who asks started the task. */
  own: Type.Boolean(),
  result: Type.Unknown({
    description:
      'What came of it; its form depends on the kind. Of one that failed, the `code` of the problem.',
  }),
  failure: textOrNull,
  file: orNull(Type.Object({ name: Type.String(), type: Type.String() }), {
    description: 'What can be downloaded now; it is kept for a day.',
  }),
  createdAt: time,
  startedAt: timeOrNull,
  finishedAt: timeOrNull,
})

const shared = { tag: 'tasks', auth: 'operator', orAll: true } as const
const reading = { method: 'GET', scope: 'tasks:read' } as const

export const taskRows = rowsOf(shared, {
  listTasks: {
    ...reading,
    path: '/tasks',
    summary: 'Long work, the newest first',
    query: closed({
      ...pageQuery,
      state: Type.Optional(Type.Enum(['active', 'over', ...states])),
    }),
    answers: { 200: json(pageSchema(task), 'A page of tasks.') },
  },
  getTask: {
    ...reading,
    path: '/tasks/{taskId}',
    summary: 'One task, with its progress',
    params,
    answers: { 200: json(task, 'The task.') },
    problems: ['not-found'],
  },
  cancelTask: {
    method: 'POST',
    path: '/tasks/{taskId}/cancel',
    scope: 'tasks:write',
    summary: 'Stop a task; what it has done stays done',
    params,
    answers: { 200: json(task, 'The task, cancelled.') },
    problems: ['not-found', 'conflict'],
  },
  readTaskOutput: {
    ...reading,
    path: '/tasks/{taskId}/output',
    summary: 'The file that a task has written',
    params,
    answers: {
      200: textStream('text/csv', 'The file, as an attachment.', {
        headers: { 'content-disposition': 'Names the file.' },
      }),
    },
    problems: ['not-found', 'conflict'],
  },
})
