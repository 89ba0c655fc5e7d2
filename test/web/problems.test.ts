import { describe, expect, it } from 'vitest'
import { Refusal } from '../../src/client/client.ts'
import { describeRegistration } from '../../src/events/registration-api/routes.ts'
import { describeIssuer } from '../../src/issuer/routes.ts'
import { consoleMount } from '../../src/platform/operators/face.ts'
import { reasons } from '../../src/platform/operators/reasons.ts'
import { tellFailure } from '../../web/authenticator/identity/base/failure.ts'
import { hasText, problemText } from '../../web/ui/problems/problem-text.ts'
import { type Locale, loadLocale } from '../../web/ui/texts/i18n.ts'

const locales: readonly Locale[] = ['en', 'de', 'fr', 'es']
const issuer = describeIssuer('http://lanyard.test/issuer')
/** The problems of the event services, and those that all parts of the console's API have. */
const console = consoleMount(describeRegistration('http://lanyard.test/registration'), {
  name: 'console-registration',
  basePath: '/console/api/registration',
  url: 'http://lanyard.test/console/api/registration',
})
const refuse = (body: object, status = 409) => new Refusal(status, new Headers(), body)

describe('what went wrong', () => {
  const codes = [...Object.keys(console.problems), ...Object.keys(reasons), 'offline', 'changed-meanwhile']

  it('has words for every code that can reach a page of the console', () => {
    expect(codes.length).toBeGreaterThan(40)
    expect(codes.filter((code) => !hasText(code))).toEqual([])
  })

  it('is told in the language of the reader, by the reason where there is one', async () => {
    const told = new Map<Locale, string[]>()
    for (const locale of locales) {
      ;(await loadLocale(locale))()
      told.set(locale, [
        ...codes.map((code) => problemText(refuse({ code, detail: 'The server’s own words.' }))),
        problemText(refuse({ code: 'conflict', errors: [{ pointer: '', code: 'last-owner', message: '' }] })),
        problemText(refuse({ code: 'brand-new', detail: 'The server’s own words.' })),
        problemText(refuse({ code: 'brand-new' }, 502)),
      ])
    }
    ;(await loadLocale('en'))()
    for (const locale of locales) {
      expect(told.get(locale)?.join(' ')).not.toContain('own words')
      expect(told.get(locale)?.at(-3)).toBe(told.get(locale)?.[codes.indexOf('last-owner')])
      if (locale !== 'en')
        expect(told.get(locale)?.filter((text, index) => text === told.get('en')?.[index])).toEqual([])
    }
  })

  it('is told by the authenticator in the language of the reader, whatever the issuer refuses', async () => {
    const labels = [...Object.keys(issuer.problems), 'brand-new']
    expect(labels.length).toBeGreaterThan(15)
    const tell = () => labels.map((title) => tellFailure(refuse({ title, detail: 'In English.' })))
    const english = tell()
    for (const locale of ['de', 'fr', 'es'] as const) {
      ;(await loadLocale(locale))()
      expect(tell().filter((text, index) => text === english[index] || text.includes('In English'))).toEqual(
        [],
      )
    }
    ;(await loadLocale('en'))()
  })
})
