import type { Notes } from '../base/notes.ts'
import type { ScheduleSpeaker } from '../base/schedule.ts'
import { cleanLine, cleanText, lineOf, textOf } from '../base/text.ts'

type Person = Record<string, unknown>

/** Accepts an array of people, a single one, or names only. */
export function readPersons(persons: unknown, where: string, notes: Notes): ScheduleSpeaker[] {
  const list = Array.isArray(persons) ? persons : persons === undefined || persons === null ? [] : [persons]
  return list.flatMap((person) => {
    const speaker = readPerson(person)
    if (speaker === undefined) notes.add(`${where}: a speaker without a name is left out.`)
    return speaker ?? []
  })
}

function readPerson(value: unknown): ScheduleSpeaker | undefined {
  if (typeof value !== 'object' || value === null) {
    const name = cleanLine(textOf(value))
    return name === '' ? undefined : { name }
  }
  const person = value as Person
  const name = nameOf(person)
  if (name === null) return undefined
  const biography = cleanText(
    textOf(person.biography) || textOf(person.description) || textOf(person.abstract),
  )
  const company = lineOf(person.company) ?? lineOf(person.organization) ?? lineOf(person.affiliation)
  const title = lineOf(person.title) ?? lineOf(person.job_title) ?? lineOf(person.position)
  const url = lineOf(person.url) ?? lineOf(person.homepage)
  return {
    name,
    ...(biography === '' ? {} : { biography }),
    ...(company === null ? {} : { company }),
    ...(title === null ? {} : { title }),
    ...(url === null ? {} : { url }),
  }
}

function nameOf(person: Person): string | null {
  const parts = [lineOf(person.first_name), lineOf(person.last_name)].filter((part) => part !== null)
  const found = ['public_name', 'full_public_name', 'name', 'full_name', 'nickname']
    .map((member) => lineOf(person[member]))
    .find((name) => name !== null)
  return found ?? (parts.join(' ') || lineOf(person.code))
}
