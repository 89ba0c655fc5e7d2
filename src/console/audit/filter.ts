import type { TrailFilter } from '../../platform/audit/trail-store.ts'
import { readTime } from '../base/times.ts'

export type FilterTexts = {
  actor?: string
  action?: string
  subject?: string
  from?: string
  until?: string
}

export function readFilter(texts: FilterTexts, at: string): TrailFilter {
  const { actor, action, subject, from, until } = texts
  return {
    actor,
    action,
    subject,
    from: from === undefined ? undefined : readTime(from, `${at}/from`),
    until: until === undefined ? undefined : readTime(until, `${at}/until`),
  }
}
