import { getConfiguration } from '../../events/configuration/configuration.ts'
import { listAllSessions } from '../../events/configuration/session.ts'
import type { Events } from '../../events/events.ts'

type Timed = { id: string; start: number; end: number }
type Option = { groupId: string; optionId: string }

/** The ids of the conference's parts, by their codes. */
export type Conference = {
  readonly organisationId: string
  readonly eventId: string
  readonly talks: readonly Timed[]
  readonly labs: readonly { option: Option; session: Timed }[]
  readonly keynoteId: string
  typeId(code: string): string
  option(code: string): Option
}

export async function lookUp(
  service: Events,
  { organisationId, eventId }: { organisationId: string; eventId: string },
): Promise<Conference> {
  const { types, groups } = await getConfiguration(service, organisationId, eventId)
  const sessions = await listAllSessions(service, eventId)
  const timed = sessions.map(({ id, start, end, included }) => ({
    ...{ id, start: Date.parse(start), end: Date.parse(end), included },
  }))
  const options = [...groups.values()].flatMap((group) => group.options)
  const typeIds = new Map([...types.values()].map(({ id, code }) => [code, id]))
  const optionIds = new Map(
    options.map(({ id, code, group_id }) => [code, { groupId: group_id, optionId: id }]),
  )
  const labIds = new Set(options.map(({ session_id }) => session_id))
  return {
    organisationId,
    eventId,
    keynoteId: timed[0]?.id ?? '',
    talks: timed.filter(({ id, included }) => !included && !labIds.has(id)),
    labs: options.flatMap(({ id, group_id, session_id }) => {
      const session = timed.find((one) => one.id === session_id)
      return session === undefined ? [] : [{ option: { groupId: group_id, optionId: id }, session }]
    }),
    typeId: (code) => found(typeIds.get(code), code),
    option: (code) => found(optionIds.get(code), code),
  }
}

function found<T>(thing: T | undefined, code: string): T {
  if (thing === undefined) throw new Error(`the conference has no ${code}`)
  return thing
}
