import type { Person, Presence, Way } from './person.ts'

/** Why somebody is not let in, or need not be. */
export type Refused = 'already-in' | 'not-in' | 'waiting' | 'cancelled' | 'not-enrolled'

type Judged = { readonly refused: Refused; readonly presence?: Presence } | { readonly way: Way }

/** The device's own decision from its list and scans, by the same rules as the server. */
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
