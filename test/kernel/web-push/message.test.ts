import { createECDH } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { encryptMessage } from '../../../src/kernel/web-push/message.ts'
import { readRecipient } from '../../../src/kernel/web-push/recipient.ts'
import { createSeededRandom } from '../../fakes.ts'
import { decryptMessage, newReceiver } from './receiver.ts'

// RFC 8291 appendix A.
const vector = {
  plaintext: 'When I grow up, I want to be a watermelon',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  receiverPublic: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  receiverPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}
const keys = { p256dh: vector.receiverPublic, auth: vector.auth }

function recipientOf(given: { p256dh: string; auth: string }) {
  const recipient = readRecipient(given)
  if (recipient === undefined) throw new Error('not a recipient')
  return recipient
}

describe('a push message', () => {
  it('is that of RFC 8291 appendix A for its keys and salt', () => {
    const sender = createECDH('prime256v1')
    sender.setPrivateKey(Buffer.from(vector.senderPrivate, 'base64url'))
    const random = { bytes: () => Buffer.from(vector.salt, 'base64url') }
    const body = encryptMessage(vector.plaintext, recipientOf(keys), { random, sender })
    expect(body.toString('base64url')).toBe(vector.body)
  })

  it('is read by its receiver alone, and by the same reader as the vector', () => {
    const privateKey = createECDH('prime256v1')
    privateKey.setPrivateKey(Buffer.from(vector.receiverPrivate, 'base64url'))
    const known = { ecdh: privateKey, auth: Buffer.from(vector.auth, 'base64url') }
    expect(decryptMessage(Buffer.from(vector.body, 'base64url'), known)).toBe(vector.plaintext)
    const [one, other] = [newReceiver(), newReceiver()]
    const body = encryptMessage('hello', recipientOf(one.keys), { random: createSeededRandom(1) })
    expect(decryptMessage(body, one)).toBe('hello')
    expect(() => decryptMessage(body, other)).toThrow()
    expect(() => decryptMessage(body, { ...one, auth: other.auth })).toThrow()
  })

  it('is as long as another where both are padded, and no two are alike', () => {
    const { ecdh, auth, keys: to } = newReceiver()
    const random = createSeededRandom(2)
    const bodies = ['a', 'a', 'a longer text'].map((text) =>
      encryptMessage(text, recipientOf(to), { random, length: 64 }),
    )
    expect(bodies.map(({ length }) => length)).toEqual([167, 167, 167])
    expect(new Set(bodies.map(String)).size).toBe(3)
    expect(bodies.map((body) => decryptMessage(body, { ecdh, auth }))).toEqual(['a', 'a', 'a longer text'])
  })

  it('fits into one record of 4096 bytes, or is refused', () => {
    const { keys: to, ...receiver } = newReceiver()
    const random = createSeededRandom(3)
    const body = encryptMessage('x'.repeat(3993), recipientOf(to), { random })
    expect(body.length).toBe(4096)
    expect(decryptMessage(body, receiver)).toHaveLength(3993)
    expect(() => encryptMessage('x'.repeat(3994), recipientOf(to), { random })).toThrow(RangeError)
  })
})

describe('the keys of a subscription', () => {
  it('may be padded', () => {
    expect(readRecipient({ p256dh: `${keys.p256dh}=`, auth: `${keys.auth}==` })).toEqual(recipientOf(keys))
  })

  it.each([
    ['a point that is not on the curve', { ...keys, p256dh: `${keys.p256dh.slice(0, -2)}A4` }],
    ['a compressed point', { ...keys, p256dh: Buffer.alloc(33, 2).toString('base64url') }],
    ['nothing', { p256dh: '', auth: '' }],
    ['a hybrid point', { ...keys, p256dh: `Bi${keys.p256dh.slice(2)}` }],
    ['a short secret', { ...keys, auth: keys.auth.slice(0, 20) }],
    ['letters outside base64url', { ...keys, auth: '+'.repeat(22) }],
  ])('are refused with %s', (_what, given) => {
    expect(readRecipient(given)).toBeUndefined()
  })
})
