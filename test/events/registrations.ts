import { expect } from 'vitest'
import type { RunningApp } from '../harness.ts'
import { type Answer, createEvent, type Json, newPerson, type Organiser } from './scene.ts'

export type Registration = Json & {
  id: string
  status: string
  version: number
  attendees: (Json & { id: string })[]
  options: Json[]
  sessionIds: string[]
  answers: Json
}

/** One event, through the registration service. */
export type EventClient = {
  readonly id: string
  /** By their code or name. */
  readonly types: Readonly<Record<string, string>>
  readonly options: Readonly<Record<string, { groupId: string; optionId: string }>>
  readonly sessions: Readonly<Record<string, string>>
  call<B = Json>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<B>>
  register(body?: Json, headers?: Record<string, string>): Promise<Answer<Registration>>
  /** Registers and expects it to be taken. */
  take(body?: Json): Promise<Registration>
  read(id: string): Promise<Registration>
  patch(id: string, body: Json, headers?: Record<string, string>): Promise<Answer<Registration>>
  counts(): Promise<{ registeredCount: number; waitlistedCount: number; remaining: number | null }>
  /** What is left of each option by its code. */
  left(): Promise<Record<string, number | null>>
}

type Named = { id: string; code: string | null; name?: string }

export async function openEvent(
  running: RunningApp,
  organiser: Organiser,
  parts: { event?: Json } & Json = {},
): Promise<EventClient> {
  const { id } = await createEvent(running, organiser, parts)
  const base = `/registration/api/v1/events/${id}`
  const call: EventClient['call'] = (method, path, body, headers = {}) =>
    organiser.call(method, `${base}${path}`, { body, headers })
  const list = async <R>(path: string) => (await call<{ data: R[] }>('GET', path)).body.data
  type Group = { id: string; options: (Named & { remaining: number | null })[] }
  const groups = await list<Group>('/registrationoptiongroups')
  const nameOf = ({ code, name }: Named) => code ?? name ?? ''
  const register: EventClient['register'] = (body = {}, headers = {}) =>
    call('POST', '/registrations', { registrant: newPerson(), ...body }, headers)
  return {
    id,
    types: Object.fromEntries((await list<Named>('/registrationtypes')).map((row) => [nameOf(row), row.id])),
    sessions: Object.fromEntries((await list<Named>('/sessions')).map((row) => [nameOf(row), row.id])),
    options: Object.fromEntries(
      groups.flatMap((group) =>
        group.options.map((option) => [nameOf(option), { groupId: group.id, optionId: option.id }]),
      ),
    ),
    call,
    register,
    async take(body) {
      const { status, body: made, text } = await register(body)
      expect([status, text]).toEqual([201, expect.any(String)])
      return made
    },
    read: async (registrationId) =>
      (await call<Registration>('GET', `/registrations/${registrationId}`)).body,
    patch: (registrationId, body, headers) =>
      call('PATCH', `/registrations/${registrationId}`, body, headers),
    counts: async () => {
      const { registeredCount, waitlistedCount, remaining } = (await call('GET', '')).body
      return { registeredCount, waitlistedCount, remaining } as Awaited<ReturnType<EventClient['counts']>>
    },
    left: async () =>
      Object.fromEntries(
        (await list<Group>('/registrationoptiongroups')).flatMap(({ options }) =>
          options.map((option) => [nameOf(option), option.remaining]),
        ),
      ),
  }
}
