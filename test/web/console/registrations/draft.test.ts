import { describe, expect, it } from 'vitest'
import { draftOf, patchOf } from '../../../../web/console/registrations/one/draft.ts'

type Read = Parameters<typeof draftOf>
const registration = {
  registrationTypeId: null,
  registrant: {
    firstName: 'Ada ',
    lastName: 'Example',
    email: 'ada@example.org',
    phone: null,
    company: null,
    title: null,
  },
  answers: { interests: [], years: 3 },
  options: [],
  sessionIds: ['closed', 'open'],
  note: ' As it was typed ',
  tags: ['vip', ' press'],
} as unknown as Read[0]
const field = {
  help: null,
  required: false,
  perAttendee: false,
  choices: [],
  validation: {},
  visibleIf: null,
  personalData: null,
}
const parts = {
  zone: 'UTC',
  groups: [],
  sections: [
    {
      id: 's',
      title: 'More',
      fields: [
        { ...field, id: 'a', name: 'access', label: 'Access', type: 'boolean' },
        { ...field, id: 'b', name: 'interests', label: 'Interests', type: 'multiselect' },
        { ...field, id: 'c', name: 'years', label: 'Years', type: 'number' },
      ],
    },
  ],
  sessions: [
    { id: 'closed', included: false, status: 'closed' },
    { id: 'open', included: false, status: 'active' },
    { id: 'other', included: false, status: 'active' },
  ],
} as unknown as Read[1]
const patch = (change: object) => patchOf({ ...draftOf(registration, parts), ...change }, registration, parts)

describe('a change of a registration', () => {
  it('is none where nothing was typed, however it was written before', () => {
    expect(patch({})).toBeUndefined()
  })

  it('has the member that was changed and no other', () => {
    const { registrant, entries } = draftOf(registration, parts)
    expect(patch({ registrant: { ...registrant, company: 'Example Ltd' } })).toEqual({
      registrant: { company: 'Example Ltd' },
    })
    expect(patch({ entries: { ...entries, years: '4' } })).toEqual({ answers: { years: 4 } })
    expect(patch({ note: '' })).toEqual({ note: null })
  })

  it('keeps a session that nobody can choose any more', () => {
    expect(patch({ sessionIds: ['open', 'other'] })).toEqual({ sessionIds: ['open', 'other', 'closed'] })
  })
})
