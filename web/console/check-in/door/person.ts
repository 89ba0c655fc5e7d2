type Standing = 'expected' | 'waiting' | 'cancelled' | 'not-enrolled'
export type Way = 'checked-in' | 'checked-out'

export type Presence = {
  readonly status: Way
  readonly at: number
  readonly gate: string | null
  readonly nonce?: string | null
}

/** An attendee with only the data needed to let them in. */
export type Person = {
  readonly id: string
  readonly name: string
  /** The index of the type among the list's types. */
  readonly type: number | null
  readonly number: string
  readonly standing: Standing
  readonly presence: Presence | undefined
  /** Tickets of an earlier generation are no longer valid. */
  readonly generation: number
}

/** The server's line format: see `prepareDoor`. A line with only an id means that the person was removed. */
export type PersonLine =
  | readonly [id: string]
  | readonly [
      id: string,
      firstName: string,
      lastName: string,
      type: number | null,
      number: string,
      standing: Standing,
      status?: Way | null,
      at?: number | null,
      gate?: string | null,
      nonce?: string | null,
      generation?: number,
    ]

export function readPerson(line: PersonLine): Person | undefined {
  if (line.length === 1) return undefined
  const [id, firstName, lastName, type, number, standing, status, at, gate = null, nonce = null] = line
  return {
    id,
    name: `${firstName} ${lastName}`.trim(),
    type,
    number,
    standing,
    presence: status == null ? undefined : { status, at: at ?? 0, gate, nonce },
    generation: line[10] ?? 0,
  }
}

export type Tally = { readonly inside: number; readonly expected: number }

/** Counts people with their latest scans. Someone who was let in without a place is counted as expected. */
export function countPeople(people: Iterable<Person>, scanned: ReadonlyMap<string, Person>): Tally {
  let [inside, expected] = [0, 0]
  for (const listed of people) {
    const { standing, presence } = scanned.get(listed.id) ?? listed
    if (presence?.status === 'checked-in') inside += 1
    if (standing === 'expected' || presence !== undefined) expected += 1
  }
  return { inside, expected }
}

/** Folds names and numbers for comparison: without case, accents and punctuation. */
function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
}

const MOST_FOUND = 20

/** People whose name contains all the words, or who have the confirmation number. */
export function findPeople(people: Iterable<Person>, typed: string): Person[] {
  const words = foldText(typed).split(/\s+/).filter(Boolean)
  const number = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  if (words.length === 0) return []
  const found: Person[] = []
  for (const person of people) {
    if (person.number === number) found.unshift(person)
    else if (found.length < MOST_FOUND && hasWords(person.name, words)) found.push(person)
  }
  return found.slice(0, MOST_FOUND)
}

function hasWords(name: string, words: readonly string[]): boolean {
  const folded = ` ${foldText(name)}`
  return words.every((word) => folded.includes(` ${word}`))
}
