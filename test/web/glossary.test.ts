import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../scripts/setup.js'
import { de } from '../../web/ui/glossary/de.ts'
import { en } from '../../web/ui/glossary/en.ts'
import { es } from '../../web/ui/glossary/es.ts'
import { fr } from '../../web/ui/glossary/fr.ts'
import { findForeignWords, type Glossary } from '../../web/ui/glossary/glossary.ts'

const glossaries: Readonly<Record<string, Glossary>> = { en, de, fr, es }

/** Every table of texts: `texts/en.ts` and its like, in the apps and in the mails. */
const tables = ['web', 'src'].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
    .filter((path) => /[\\/](en|de|fr|es)\.ts$/.test(path) && !path.includes('glossary'))
    .map((path) => join(top, path)),
)

async function textsOf(path: string): Promise<Record<string, string>> {
  const module = (await import(join(root, path))) as Record<string, Record<string, string>>
  return module[languageOf(path)] ?? {}
}

const languageOf = (path: string): string => path.slice(-5, -3)

it('finds the tables', () => expect(tables.length).toBeGreaterThan(60))

describe.each(tables)('%s', (path) => {
  it('uses the words of the glossary', async () => {
    const glossary = glossaries[languageOf(path)] ?? []
    const wrong = Object.entries(await textsOf(path)).flatMap(([key, text]) =>
      findForeignWords(text, glossary).map(
        ({ found, say }) => `${key}: “${text}” has “${found}” instead of “${say}”`,
      ),
    )
    expect(wrong).toEqual([])
  })

  it('uses plurals that the language has', async () => {
    const wrong = Object.values(await textsOf(path)).filter(
      (text) => /\{[^}]*\|/.test(text) && !/^([^{}]|\{\w+\}|\{\w+\|[^|{}]*\|[^|{}]*\})*$/.test(text),
    )
    expect(wrong).toEqual([])
  })
})
