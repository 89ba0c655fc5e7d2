import { describe, expect, it } from 'vitest'
import { createTexts } from '../../web/ui/texts/i18n.ts'
import { isolate } from '../../web/ui/texts/isolate.ts'

const [OPEN, CLOSE] = ['\u2068', '\u2069']

describe('what others wrote', () => {
  it.each([
    'עדה לאבלייס',
    'آدا لوفلايس',
    'invoice\u202Efdp.exe',
    'Ada \u200F!',
    '\u061C12',
    '\u{1E900}\u{1E901}',
  ])('keeps its direction to itself: %j', (name) => {
    expect(isolate(name)).toBe(`${OPEN}${name}${CLOSE}`)
  })

  it.each(['Ada Lovelace', 'Zoë Größe', '王秀英', 'Κλεοπάτρα', '12:30', 'a\u200Eb', '👩🏽‍💻', ''])(
    'stays as it is where it turns nothing: %j',
    (name) => {
      expect(isolate(name)).toBe(name)
    },
  )

  it('ends nothing but what it has begun, and leaves nothing open', () => {
    expect(isolate('\u2069\u202Eevil')).toBe(`${OPEN}\u202Eevil${CLOSE}`)
    expect(isolate('\u2067\u2066evil')).toBe(`${OPEN}\u2067\u2066evil${CLOSE}${CLOSE}${CLOSE}`)
    expect(isolate('\u2067a\u2069b\u2069')).toBe(`${OPEN}\u2067a\u2069b${CLOSE}`)
    expect(isolate(isolate('\u202Eevil'))).toBe(`${OPEN}${OPEN}\u202Eevil${CLOSE}${CLOSE}`)
  })

  it('turns no sentence around that it is put into', () => {
    const english = { gone: '“{name}” is signed out, {count} times', of: 'of {name} at {gate}' } as const
    const none = async () => english
    const text = createTexts(english, { de: none, fr: none, es: none })
    expect(text('gone', { name: '\u202Eada', count: 2 })).toBe(
      `“${OPEN}\u202Eada${CLOSE}” is signed out, 2 times`,
    )
    expect(text('of', { name: 'Ada', gate: 'צפון' })).toBe(`of Ada at ${OPEN}צפון${CLOSE}`)
  })
})
