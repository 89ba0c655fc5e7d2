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
    registrationTypeId:
      members.registrationTypeId === undefined ? known.registrationTypeId : members.registrationTypeId,
    answers: withoutNulls({ ...known.answers, ...members.answers }),
    tags: members.tags === undefined ? known.tags : (members.tags ?? []),
  }
}

function withoutNulls(answers: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== null))
}
