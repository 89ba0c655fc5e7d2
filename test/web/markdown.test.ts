import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../scripts/setup.js'
import { parseBlocks, toAnchor } from '../../web/docs/base/markdown-blocks.ts'

const guide = join(root, 'docs', 'guide')

describe('the reader of guides', () => {
  it('knows headings, paragraphs, code, lists and tables', () => {
    const text =
      '# One\n\nTwo\nlines\n\n```sh run\n# no heading\n\n| no table |\n```\n- a\n  goes on\n- b\n\n1. c\n\n| H | I |\n|---|---|\n| `x \\| y` | <b> |\n'
    expect(parseBlocks(text)).toEqual([
      { kind: 'heading', level: 1, text: 'One' },
      { kind: 'paragraph', text: 'Two\nlines' },
      { kind: 'code', language: 'sh', mark: 'run', text: '# no heading\n\n| no table |' },
      { kind: 'list', ordered: false, items: ['a goes on', 'b'] },
      { kind: 'list', ordered: true, items: ['c'] },
      { kind: 'table', head: ['H', 'I'], rows: [['`x | y`', '<b>']] },
    ])
  })

  it('takes a fence that is never closed to the end', () => {
    expect(parseBlocks('```js\na\n')).toEqual([{ kind: 'code', language: 'js', mark: '', text: 'a\n' }])
  })

  it.each(readdirSync(guide).filter((name) => name.endsWith('.md')))(
    'has every line of code of %s',
    (name) => {
      const text = readFileSync(join(guide, name), 'utf8')
      const fences = text.split(/^```.*\n/m).filter((_part, at) => at % 2 === 1)
      const blocks = parseBlocks(text)
      expect(blocks.flatMap((block) => (block.kind === 'code' ? [`${block.text}\n`] : []))).toEqual(fences)
      const prose = blocks.filter(({ kind }) => kind === 'paragraph')
      expect(prose.filter((block) => 'text' in block && /^(\||- |#)/.test(block.text))).toEqual([])
    },
  )

  it('makes the anchors that links between headings use', () => {
    expect(toAnchor('The same in TypeScript')).toBe('the-same-in-typescript')
    expect(toAnchor('1. Start `it`, now')).toBe('1-start-it-now')
  })
})
