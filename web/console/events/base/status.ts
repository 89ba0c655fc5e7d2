import type { EventAnswer } from './event.ts'

type Status = EventAnswer['status']

export const statuses = ['draft', 'published', 'closed', 'completed', 'cancelled', 'archived'] as const

export const statusTexts = {
  draft: 'statusDraft',
  published: 'statusPublished',
  closed: 'statusClosed',
  completed: 'statusCompleted',
  cancelled: 'statusCancelled',
  archived: 'statusArchived',
} as const satisfies Record<Status, string>

export const statusTones = {
  draft: 'info',
  published: 'good',
  closed: 'warn',
  completed: undefined,
  cancelled: 'bad',
  archived: undefined,
} as const satisfies Record<Status, 'info' | 'good' | 'warn' | 'bad' | undefined>
