import type { RegistrationPatch } from '../../records/registration.ts'
import type { Members } from '../registration-members.ts'

/** RFC 7396: objects merge, arrays replace, null clears. Undefined if the patch names no member. */
export function mergeMembers(known: Members, patch: RegistrationPatch): Members | undefined {
  const { status: _status, cancelReason: _reason, ...members } = patch
  if (Object.keys(members).length === 0) return undefined
  return {
    ...known,
    ...members,
    registrant: { ...known.registrant, ...members.registrant },
    registrationTypeId: mergeMember(members.registrationTypeId, known.registrationTypeId, null),
    options: mergeMember(members.options, known.options, []),
    sessionIds: mergeMember(members.sessionIds, known.sessionIds, []),
    answers: members.answers === null ? {} : withoutNulls({ ...known.answers, ...members.answers }),
    source: mergeMember(members.source, known.source, 'api'),
    externalReferences: mergeMember(members.externalReferences, known.externalReferences, []),
    tags: mergeMember(members.tags, known.tags, []),
  }
}

function mergeMember<V>(patched: V | null | undefined, known: V, cleared: V): V {
  return patched === undefined ? known : (patched ?? cleared)
}

function withoutNulls(answers: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== null))
}
