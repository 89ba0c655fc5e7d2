import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { chooseLocale, loadLocale, locale, startLocale } from '../../web/ui/texts/i18n.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
})

// Other suites of the worker read English.
afterAll(async () => (await loadLocale('en'))())

const startIn = async (...languages: string[]) => {
  vi.stubGlobal('navigator', { languages })
  await startLocale()
  return locale.value
}

it('follows the browser until the reader chooses a language', async () => {
  expect(await startIn('pt-PT', 'de-AT', 'fr')).toBe('de')
  expect(await startIn('fr-CA')).toBe('fr')
  await chooseLocale('es')
  expect(await startIn('de')).toBe('es')
})
