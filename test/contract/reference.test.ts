import { describe, expect, it } from 'vitest'
import { renderReference } from '../../src/app/reference/reference.ts'
import { declaredProblems } from '../../src/kernel/contract/declared-problems.ts'
import { apis, rowsOf } from './apis.ts'

const pages = renderReference()

/** What stands under a heading, up to the next one. */
function sectionOf(page: string, heading: string): string {
  const [, ...sections] = `\n${page}`.split(/\n(?=#{1,3} )/)
  return sections.find((section) => section.startsWith(`${heading}\n`)) ?? ''
}

describe('the reference pages', () => {
  it('are one for each API, beside the index and the settings', () => {
    const own = apis.map(({ api }) => `${api.name}.md`)
    expect(Object.keys(pages).sort()).toEqual([...own, 'README.md', 'settings.md'].sort())
  })

  it.each(apis.flatMap(({ api }) => rowsOf(api)))(
    'show $name, its request and its problems',
    ({ api, name, operation }) => {
      const section = sectionOf(pages[`${api.name}.md`] ?? '', `### ${name}`)
      expect(section).toContain(`\`${operation.method} ${api.basePath}${operation.path}\``)
      for (const status of Object.keys(operation.answers)) expect(section).toContain(`**${status}**`)
      for (const code of declaredProblems(api, operation)) expect(section).toContain(`\`${code}\``)
    },
  )

  it.each(apis)('list every problem of $api.name', ({ api }) => {
    const section = sectionOf(pages[`${api.name}.md`] ?? '', '## Problems')
    for (const [code, { status }] of Object.entries(api.problems)) {
      expect(section).toMatch(new RegExp(`\\| ${status} \\| \`${code}\` \\|`))
    }
  })
})
