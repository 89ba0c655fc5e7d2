import { wrong } from '../refusal.ts'

type Named = { ref?: string; code?: string | null }

/** Maps the refs of a document to ids, for one kind of thing. */
export type Refs = {
  put(thing: Named, index: number, id: string): void
  get(name: string, pointer: string): string
}

export function createRefs(list: string): Refs {
  const ids = new Map<string, string>()
  return {
    put({ ref, code }, index, id) {
      const name = ref ?? code ?? undefined
      if (name === undefined) return
      const member = ref === undefined ? 'code' : 'ref'
      if (ids.has(name))
        throw wrong(`/${list}/${index}/${member}`, 'duplicate', 'is the name of an earlier one')
      ids.set(name, id)
    },
    get(name, pointer) {
      const id = ids.get(name)
      if (id === undefined) throw wrong(pointer, 'unknown-ref', `names nothing in ${list}`)
      return id
    },
  }
}
