import { describe, expect, it } from 'vitest'
import type { AskedClaim, Entry } from '../../../web/authenticator/requests/claims/claims.ts'
import { recallConsent, rememberConsent } from '../../../web/authenticator/requests/claims/consent.ts'

const name: AskedClaim = { name: 'name', required: true, suggestion: 'Ada' }
const size: AskedClaim = { name: 'shoe_size', required: false, suggestion: '' }
const email: AskedClaim = {
  name: 'email',
  required: false,
  proof: { value: 'ada@example.org', token: 't1' },
  suggestion: 'ada@example.org',
}
const chosen: ReadonlyMap<string, Entry> = new Map([
  ['name', { shared: true, value: ' Ada Lovelace ' }],
  ['email', { shared: true, value: 'ada@example.org' }],
])
const consent = rememberConsent('id', [name, size, email], chosen)

describe('what was shared before', () => {
  it('is offered again if the same is asked for, in any order', () => {
    expect(recallConsent(consent, [email, name, size])).toEqual(
      new Map([
        ['email', { shared: true, value: 'ada@example.org' }],
        ['name', { shared: true, value: 'Ada Lovelace' }],
        ['shoe_size', { shared: false, value: '' }],
      ]),
    )
  })

  it('is kept without the tokens that the issuer signed', () => {
    expect(JSON.stringify(consent)).not.toContain('t1')
  })

  it.each([
    ['nothing was shared yet', undefined, [name, size, email]],
    ['more is asked for', consent, [name, size, email, { ...size, name: 'phone' }]],
    ['less is asked for', consent, [name, email]],
    ['an optional claim is required now', consent, [name, { ...size, required: true }, email]],
    ['an address is another one', consent, [name, size, { ...email, proof: { value: 'b@x', token: 't' } }]],
    ['an address is no longer verified', consent, [name, size, { ...size, name: 'email' }]],
  ])('is not offered if %s', (_case, known, asked) => {
    expect(recallConsent(known, asked)).toBeUndefined()
  })

  it('is nothing where a claim is called like a member of every object', () => {
    const asked = [{ ...size, name: 'constructor' }]
    const empty = rememberConsent('id', asked, new Map())
    expect(recallConsent(empty, asked)).toEqual(new Map([['constructor', { shared: false, value: '' }]]))
  })
})
