import { expect, it } from 'vitest'
import { createDeviceKey } from '../../../web/authenticator/keys/device-key.ts'
import { signToken } from '../../../web/authenticator/keys/token.ts'
import { collectClaims, readClaims } from '../../../web/authenticator/requests/claims/claims.ts'
import type { Identity } from '../../../web/authenticator/store/records.ts'

const NOW = 1_800_000_000_000

async function newIdentity(): Promise<Identity> {
  const key = await createDeviceKey()
  const token = await signToken(key, { email: 'ada@example.com', exp: NOW / 1000 + 60 })
  return {
    id: key.thumbprint,
    name: 'Ada',
    key,
    secret: undefined,
    claims: { email: { value: 'ada@example.com', token } },
    addresses: { phone: '+15550100' },
    since: NOW,
  }
}

it('knows what is required, what is proven, and what to suggest', async () => {
  const identity = await newIdentity()
  const { email: proof } = identity.claims
  expect(readClaims('email~r phone name shoe_size', identity, NOW)).toEqual([
    { name: 'email', required: true, proof, suggestion: 'ada@example.com' },
    { name: 'phone', required: false, suggestion: '+15550100' },
    { name: 'name', required: false, suggestion: 'Ada' },
    { name: 'shoe_size', required: false, suggestion: '' },
  ])
})

it('takes an address for unproven once the proof has run out', async () => {
  const [claim] = readClaims('email~r', await newIdentity(), NOW + 61_000)
  expect(claim).toEqual({ name: 'email', required: true, suggestion: 'ada@example.com' })
})

it('shares what is required, and what is optional only when it is chosen', async () => {
  const identity = await newIdentity()
  const asked = readClaims('email~r name phone', identity, NOW)
  const { token } = identity.claims.email ?? {}
  expect(collectClaims(asked, new Map())).toEqual({ claims: { email: token } })
  const chosen = new Map([['name', { shared: true, value: ' Ada L. ' }]])
  expect(collectClaims(asked, chosen)).toEqual({ claims: { email: token, name: 'Ada L.' } })
})

it('names the claim that has no value', async () => {
  const asked = readClaims('name~r shoe_size~r', await newIdentity(), NOW)
  expect(collectClaims(asked, new Map())).toEqual({ missing: 'shoe_size' })
  const blank = new Map([['shoe_size', { shared: true, value: '  ' }]])
  expect(collectClaims(asked, blank)).toEqual({ missing: 'shoe_size' })
})

it('cannot be talked out of a required claim, nor into one that was not asked for', async () => {
  const asked = readClaims('name~r', await newIdentity(), NOW)
  const entries = new Map([
    ['name', { shared: false, value: 'Ada' }],
    ['email', { shared: true, value: 'a@b.example' }],
  ])
  expect(collectClaims(asked, entries)).toEqual({ claims: { name: 'Ada' } })
})
