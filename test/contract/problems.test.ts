import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { declaredProblems } from '../../src/kernel/contract/declared-problems.ts'
import { apis } from './apis.ts'

const root = join(import.meta.dirname, '../..')

/** The codes that stand in `problem('…')` and in tables of codes. */
function codesIn(folder: string, known: readonly string[]): { thrown: string[]; named: Set<string> } {
  const files = readdirSync(join(root, 'src', folder), { recursive: true, encoding: 'utf8' })
  const sources = files
    .filter((file) => file.endsWith('.ts') && !/(^|\/)(problems|operations)[^/]*\.ts$/.test(file))
    .map((file) => readFileSync(join(root, 'src', folder, file), 'utf8'))
    .join('\n')
  const thrown = [...sources.matchAll(/\bproblem\(\s*'([^']+)'/g)].map(([, code]) => code ?? '')
  const named = new Set([...sources.matchAll(/'([a-z][a-z-]*)'/g)].map(([, text]) => text ?? ''))
  return { thrown, named: new Set(known.filter((code) => named.has(code))) }
}

/** One table may serve several APIs. */
const tables = [...new Set(apis.map(({ folder }) => folder))].map((folder) => ({
  folder,
  served: apis.filter((other) => other.folder === folder).map(({ api }) => api),
}))

describe.each(tables)('the problems of $folder', ({ folder, served }) => {
  const [api] = served
  if (api === undefined) throw new Error('a table serves an API')
  const known = Object.keys(api.problems)
  const declared = new Set(
    served.flatMap((each) => Object.values(each.operations).flatMap((row) => declaredProblems(each, row))),
  )
  const faults = new Set<string>(Object.values(api.faults))
  const { thrown, named } = codesIn(folder, known)

  it('stand in the table where a row declares them', () => {
    expect([...declared].filter((code) => !known.includes(code))).toEqual([])
  })

  it('stand in the table where the code throws them', () => {
    expect(thrown).not.toEqual([])
    expect(thrown.filter((code) => !known.includes(code))).toEqual([])
  })

  it('are declared by a row where the code throws them', () => {
    expect(thrown.filter((code) => !declared.has(code))).toEqual([])
  })

  it('are each used: thrown, declared and named, or the word for a fault', () => {
    expect(known.filter((code) => !faults.has(code) && !(declared.has(code) && named.has(code)))).toEqual([])
  })

  it('have a status that refuses, a title and a text that ends', () => {
    for (const { status, title, detail } of Object.values(api.problems)) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(title).not.toBe('')
      // Old clients of two-factor compare its texts as they are.
      if (api.name !== 'twofactor') expect(detail).toMatch(/\.$/)
    }
  })
})
