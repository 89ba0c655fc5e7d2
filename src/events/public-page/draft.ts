import type { Entries, Entry } from '../form/entries.ts'

export type PersonDraft = {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  /** Values of the form's fields, by name. */
  readonly entries: Entries
}

/** What somebody has filled in so far, as the form's controls hold it. */
export type Draft = {
  /**
   * The same for every submission of one form, so that submitting twice creates one registration. The page's script
   * draws it, because everyone gets the same page; '' without a script.
   */
  readonly token: string
  readonly typeId: string | null
  readonly registrant: PersonDraft
  readonly guests: readonly PersonDraft[]
  /** Quantity of each chosen option. */
  readonly options: Readonly<Record<string, number>>
  readonly sessionIds: readonly string[]
}

type Pairs = readonly (readonly [string, string])[]

/** A submitted form. */
export type PageForm = {
  readonly draft: Draft
  /** The names and values of its controls, in order. */
  readonly pairs: Pairs
  /** The value of the last control with the name. */
  value(name: string): string
}

export function readPageForm(pairs: Pairs): PageForm {
  const value = (name: string) => pairs.findLast(([key]) => key === name)?.[1] ?? ''
  return { draft: readDraft(pairs), pairs, value }
}

const MOST_GUESTS = 20
const MOST_QUANTITY = 1_000

/** Reads a form from the names and values of its controls. Used in the browser and, after submission, on the server. */
export function readDraft(pairs: Iterable<readonly [string, string]>): Draft {
  const values = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    const known = values.get(name)
    if (known === undefined) values.set(name, [value])
    else known.push(value)
  }
  const last = (name: string) => values.get(name)?.at(-1) ?? ''
  return {
    token: last('token').slice(0, 64),
    typeId: last('type') || null,
    registrant: readPerson(values, ''),
    guests: Array.from({ length: countGuests(values) }, (_none, at) => readPerson(values, `g.${at}.`)),
    options: readOptions(values),
    sessionIds: [...new Set(values.get('s') ?? [])].slice(0, 500),
  }
}

export function emptyPerson(): PersonDraft {
  return { firstName: '', lastName: '', email: '', phone: '', entries: {} }
}

function readPerson(values: ReadonlyMap<string, readonly string[]>, at: string): PersonDraft {
  const last = (name: string) => values.get(at + name)?.at(-1) ?? ''
  const prefix = `${at}a.`
  const entries = [...values]
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, given]): [string, Entry] => [
      name.slice(prefix.length),
      given.length === 1 ? (given[0] ?? '') : given,
    ])
  return {
    firstName: last('firstName'),
    lastName: last('lastName'),
    email: last('email'),
    phone: last('phone'),
    entries: Object.fromEntries(entries),
  }
}

function countGuests(values: ReadonlyMap<string, readonly string[]>): number {
  let count = 0
  while (count < MOST_GUESTS && values.has(`g.${count}.firstName`)) count += 1
  return count
}

function readOptions(values: ReadonlyMap<string, readonly string[]>): Record<string, number> {
  const chosen = [...values]
    .filter(([name]) => name.startsWith('o.'))
    .flatMap(([, ids]) => ids)
    .filter((id) => id !== '')
  return Object.fromEntries(
    chosen.map((id) => {
      const count = Number(values.get(`q.${id}`)?.at(-1) ?? 1)
      return [id, Number.isInteger(count) && count > 0 && count <= MOST_QUANTITY ? count : 1]
    }),
  )
}
