import type { EventAnswer } from '../base/event.ts'

type StepKey =
  | 'dates'
  | 'about'
  | 'place'
  | 'contact'
  | 'capacity'
  | 'types'
  | 'options'
  | 'form'
  | 'schedule'
  | 'publish'
/** `todo` prevents registrations; `advised` and `free` do not. */
export type Step = {
  readonly key: StepKey
  readonly state: 'done' | 'todo' | 'advised' | 'free'
  /** Where the step is done: a tab, and the part of its page. */
  readonly tab: string
}
export type Counts = {
  readonly types: number
  readonly fields: number
  readonly sessions: number
  readonly groups: number
  /** Number of option groups that no form shows. */
  readonly hidden: number
}

/** The setup steps of an event: what is done, and what is missing before people can register. */
export function stepsOf(event: EventAnswer, counts: Counts, now: number): Step[] {
  const isHeld = Date.parse(event.end) > now
  const hasVenue = (event.venue?.name ?? event.venue?.address ?? '') !== ''
  const hasPlace = event.format === 'virtual' ? event.virtualUrl !== null : hasVenue
  const done = (isDone: boolean, otherwise: Step['state']) => (isDone ? 'done' : otherwise)
  return [
    { key: 'dates', state: done(isHeld, 'todo'), tab: 'details#dates' },
    { key: 'about', state: done((event.description ?? '') !== '', 'advised'), tab: 'details#about' },
    { key: 'place', state: done(hasPlace, 'advised'), tab: 'details#location' },
    { key: 'contact', state: done((event.contact?.email ?? '') !== '', 'advised'), tab: 'details#contact' },
    { key: 'capacity', state: done(event.capacity !== null, 'free'), tab: 'details#places' },
    { key: 'types', state: done(counts.types > 0, 'free'), tab: 'types' },
    {
      key: 'options',
      state: counts.hidden > 0 ? 'advised' : done(counts.groups > 0, 'free'),
      tab: 'options',
    },
    { key: 'form', state: done(counts.fields > 0, 'free'), tab: 'form' },
    { key: 'schedule', state: done(counts.sessions > 0, 'free'), tab: 'schedule' },
    { key: 'publish', state: done(event.status !== 'draft', 'todo'), tab: '' },
  ]
}

/** Whether only publishing is left to do. */
export function isReady(steps: readonly Step[]): boolean {
  return steps.every(({ key, state }) => key === 'publish' || state !== 'todo')
}

type Status = EventAnswer['status']

/** The allowed transitions that make sense: an unpublished draft is not cancelled. The most common one comes first. */
export const transitions: Readonly<Record<Status, readonly Status[]>> = {
  draft: ['published', 'archived'],
  published: ['closed', 'completed', 'cancelled', 'archived'],
  closed: ['published', 'completed', 'cancelled', 'archived'],
  completed: ['archived'],
  cancelled: ['archived', 'published'],
  archived: [],
}
