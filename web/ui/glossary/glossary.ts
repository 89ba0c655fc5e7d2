/** The words that all texts of a language use: one thing has the same name on every screen and in every mail. */
export type Glossary = readonly Entry[]

type Entry = {
  readonly say: string
  readonly means?: string
  /** What people write instead, as regular expressions of whole words. */
  readonly avoid: readonly string[]
}

/** The words of a text that the glossary replaces, each with the word to say. */
export function findForeignWords(text: string, glossary: Glossary): { found: string; say: string }[] {
  return glossary.flatMap(({ say, avoid }) => {
    const found = new RegExp(`(?<!\\p{L})(?:${avoid.join('|')})(?!\\p{L})`, 'iu').exec(text)?.[0]
    return found === undefined ? [] : [{ found, say }]
  })
}
