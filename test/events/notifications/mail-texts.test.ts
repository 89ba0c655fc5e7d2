import { describe, expect, it } from 'vitest'
import { de } from '../../../src/events/notifications/texts/de.ts'
import { en } from '../../../src/events/notifications/texts/en.ts'
import { es } from '../../../src/events/notifications/texts/es.ts'
import { fr } from '../../../src/events/notifications/texts/fr.ts'

/** The texts that have a subject are whole mails. */
const kinds = Object.keys(en).flatMap((key) => (key.endsWith('Subject') ? [key.slice(0, -7)] : []))

describe.each(Object.entries({ en, de, fr, es }))('The mails in %s', (_language, texts) => {
  const words = new Map<string, string>(Object.entries(texts))

  it.each(kinds)('begin with a capital letter after the greeting: %s', (kind) => {
    expect(words.get(kind)).toMatch(/^(\p{Lu}|\{event\})/u)
  })

  it.each(kinds)('end the subject with the event: %s', (kind) => {
    expect(words.get(`${kind}Subject`)).toMatch(/^\p{Lu}.*: \{event\}$/u)
  })
})
