import { roleText } from '../base/role-text.ts'
import { text } from './texts.ts'

const roles = ['owner', 'organiser', 'support', 'read-only'] as const
export type Role = (typeof roles)[number]

const helps = {
  owner: 'roleOwnerHelp',
  organiser: 'roleOrganiserHelp',
  support: 'roleSupportHelp',
  'read-only': 'roleReadOnlyHelp',
} as const

/** Chooses a role, each with its description. */
export function RoleField({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  return (
    <fieldset class="choices">
      <legend>{text('role')}</legend>
      {roles.map((name) => (
        <label key={name}>
          <input type="radio" name="role" checked={name === role} onChange={() => onChange(name)} />
          <span>
            <strong>{roleText(name)}</strong>
            <span class="soft">{text(helps[name])}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
