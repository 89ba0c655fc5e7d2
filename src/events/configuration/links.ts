import { wrong } from '../refusal.ts'

/** Checks that all ids belong to the same event; `pointer` is the JSON pointer of the list. */
export function checkTypeIds(
  known: Iterable<string>,
  given: readonly string[] | undefined,
  pointer: string,
): void {
  checkLinks(known, { given, pointer, message: 'is no registration type of this event' })
}

export function checkGroupIds(
  known: Iterable<string>,
  given: readonly string[] | undefined,
  pointer: string,
): void {
  checkLinks(known, { given, pointer, message: 'is no option group of this event' })
}

type Links = { given: readonly string[] | undefined; pointer: string; message: string }

function checkLinks(known: Iterable<string>, { given = [], pointer, message }: Links): void {
  const ids = new Set(known)
  const stranger = given.findIndex((id) => !ids.has(id))
  if (stranger >= 0) throw wrong(`${pointer}/${stranger}`, 'unknown', message)
}
