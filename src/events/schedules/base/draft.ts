import { malformed, tooLarge } from './malformed.ts'
import type { Notes } from './notes.ts'
import type { SessionDraft } from './schedule.ts'

const MAX_TITLE = 500
const MAX_SESSIONS = 20_000
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59)

export type ReadContext = {
  drafts: Drafts
  notes: Notes
  /** The zone of times without one, if the file names none. */
  timezone: string | undefined
}

/** Collects sessions in a form that all readers share. */
export class Drafts {
  readonly all: SessionDraft[] = []
  readonly #notes: Notes

  constructor(notes: Notes) {
    this.#notes = notes
  }

  /** `where` tells the user which session of the file it is. */
  add(draft: SessionDraft, where: string): void {
    if (this.all.length === MAX_SESSIONS)
      throw tooLarge(`The schedule has more than ${MAX_SESSIONS} sessions.`)
    if (draft.end > LAST_MS) throw malformed(`${where}: the session ends after the year 9999.`)
    if (draft.end < draft.start)
      this.#notes.add(`${where}: it ends before it starts; its end is set to its start.`)
    const end = Math.max(draft.start, draft.end)
    this.all.push({ ...draft, title: this.#title(draft, where), end })
  }

  #title({ title, code }: SessionDraft, where: string): string {
    if (title === '') {
      this.#notes.add(`${where}: it has no title.`)
      return code ?? 'Untitled'
    }
    const characters = title.length > MAX_TITLE ? [...title] : []
    if (characters.length <= MAX_TITLE) return title
    this.#notes.add(`${where}: its title has ${characters.length} characters and is cut to ${MAX_TITLE}.`)
    return characters.slice(0, MAX_TITLE).join('').trimEnd()
  }
}
