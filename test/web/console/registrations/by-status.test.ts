import { describe, expect, it } from 'vitest'
import { statusIn, withStatus } from '../../../../web/console/registrations/filter/by-status.ts'

const waiting = { field: 'status', op: 'eq', value: 'waitlisted' }
const confirmed = { field: 'status', op: 'eq', value: 'confirmed' }
const poets = { field: 'answers.role', op: 'contains', value: 'poet' }

describe('withStatus', () => {
  it('makes a filter of one condition, and removes it again', () => {
    expect(withStatus(undefined, 'waitlisted')).toEqual(waiting)
    expect(withStatus(waiting, 'confirmed')).toEqual(confirmed)
    expect(withStatus(waiting, 'all')).toBeUndefined()
  })

  it('keeps the other conditions', () => {
    expect(withStatus(poets, 'waitlisted')).toEqual({ and: [waiting, poets] })
    expect(withStatus({ and: [waiting, poets] }, 'confirmed')).toEqual({ and: [confirmed, poets] })
    expect(withStatus({ and: [waiting, poets] }, 'all')).toEqual(poets)
    const either = { or: [waiting, poets] }
    expect(withStatus(either, 'confirmed')).toEqual({ and: [confirmed, either] })
  })
})

describe('statusIn', () => {
  it('finds the status that a filter is limited to', () => {
    expect(statusIn(undefined)).toBe('all')
    expect(statusIn(poets)).toBe('all')
    expect(statusIn(waiting)).toBe('waitlisted')
    expect(statusIn({ and: [poets, waiting] })).toBe('waitlisted')
  })

  it('finds none where a filter says more about the status', () => {
    expect(statusIn({ field: 'status', op: 'in', values: ['confirmed', 'pending'] })).toBeUndefined()
    expect(statusIn({ and: [waiting, confirmed] })).toBeUndefined()
  })
})
