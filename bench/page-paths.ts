import type { SeedPages } from './seed-file.ts'

const LANGUAGES = ['en', 'de', 'fr', 'es']

/** The pages that each row opens in turn. */
export function pagePaths({ demo, long, many }: SeedPages): Record<keyof SeedPages, string[]> {
  return {
    demo: [`/e/${demo}`],
    long: [`/e/${long}`],
    many: LANGUAGES.flatMap((language) => many.map((code) => `/e/${code}?lang=${language}`)),
  }
}
