/** Languages that pages and mails are written in. */
const languages = ['en', 'de', 'fr', 'es'] as const
export type Language = (typeof languages)[number]

/** The first tag for which there is a language, else English. */
export function chooseLanguage(tags: readonly (string | null | undefined)[]): Language {
  for (const tag of tags) {
    const found = languages.find((language) => language === tag?.slice(0, 2).toLowerCase())
    if (found !== undefined) return found
  }
  return 'en'
}
