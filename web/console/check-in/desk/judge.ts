import type { Person, Presence, Way } from './person.ts'

/** Why somebody is not let in, or need not be. */
export type Refused = 'already-in' | 'not-in' | 'waiting' | 'cancelled' | 'not-enrolled'

type Judged = { readonly refused: Refused; readonly presence?: Presence } | { readonly way: Way }

/** What the door itself says, by its list and its own scans: the rules are the server's. */
export function judgePerson(
  { standing, presence }: Pick<Person, 'standing' | 'presence'>,
  way: Way,
  force: boolean,
): Judged {
  if (way === 'checked-out')
    return presence?.status === 'checked-in' || (force && presence === undefined)
      ? { way }
      : { refused: 'not-in', ...(presence === undefined ? {} : { presence }) }
  if (presence?.status === 'checked-in') return { refused: 'already-in', presence }
  if (standing !== 'expected' && !force) return { refused: standing }
  return { way }
}
