import { identities } from '../base/state.ts'

/** When the file was saved that can bring all identities back; undefined if one of them has none. */
export function savedSince(): number | undefined {
  const times = identities.value.map(({ recoverySince }) => recoverySince)
  const known = times.filter((time) => time !== undefined)
  return known.length === 0 || known.length < times.length ? undefined : Math.min(...known)
}
