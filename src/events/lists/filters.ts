import type { Capabilities } from '../../kernel/database/capabilities.ts'
import { parseTime } from '../../kernel/text/times.ts'
import { wordsQuery } from '../text-store.ts'
import { badParameter } from './bad-parameter.ts'
import type { Filter } from './list-store.ts'

/** A condition for a query parameter, if it was given. */
export function equals(column: string, value: string | number | undefined): Filter[] {
  return value === undefined ? [] : [{ column, op: '=', value }]
}

export function checkedIn(value: boolean | undefined): Filter[] {
  return value === true ? [{ op: 'checked-in' }] : equals('checked_in', value === undefined ? undefined : 0)
}

/** A range of start times; both ends are included. */
export function between(column: string, query: { startFrom?: string; startTo?: string }): Filter[] {
  const bound = (name: 'startFrom' | 'startTo', op: '>=' | '<='): Filter[] => {
    const text = query[name]
    return text === undefined ? [] : [{ column, op, value: timeIn(name, text) }]
  }
  return [...bound('startFrom', '>='), ...bound('startTo', '<=')]
}

/** Records of the scope that contain all the words of `q`. */
export function withWords(capabilities: Capabilities, scope: string, q: string | undefined): Filter[] {
  const value = q === undefined ? undefined : wordsQuery(capabilities, scope, q)
  return q === undefined || value === undefined ? [] : [{ op: 'words', value, text: q }]
}

function timeIn(name: string, text: string): number {
  const epochMs = parseTime(text)
  if (epochMs !== undefined) return epochMs
  throw badParameter(name, 'is not a time that exists')
}
