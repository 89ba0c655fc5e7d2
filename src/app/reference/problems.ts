import type { Api } from '../../kernel/contract/api.ts'
import { code, table } from '../../kernel/text/markdown.ts'

/** Throws for a code that is not in the API's table. */
export function renderProblems(api: Api, codes: readonly string[]): string {
  const rows = codes.map((name) => {
    const row = api.problems[name]
    if (row === undefined) throw new Error(`${api.name} has no problem ${name}`)
    return { ...row, name }
  })
  rows.sort((a, b) => a.status - b.status || a.name.localeCompare(b.name))
  return table(
    ['Status', 'Code', 'Meaning'],
    rows.map(({ status, name, detail }) => [String(status), code(name), detail]),
  )
}
