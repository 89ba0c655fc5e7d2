import type { Me } from './session.ts'
import { text } from './texts.ts'

const names = {
  owner: 'roleOwner',
  organiser: 'roleOrganiser',
  support: 'roleSupport',
  'read-only': 'roleReadOnly',
} as const

export function roleText(role: Me['role']): string {
  return text(names[role])
}
