import { CompactEncrypt, compactDecrypt, compactVerify, importJWK } from 'jose'
import { expect, it } from 'vitest'
import type { NewAccount } from '../../../src/client/device/otpauth.ts'
import { thumbprint } from '../../../src/kernel/jwt/public-key.ts'
import { createRecoveryKey, importRecoveryKey } from '../../../web/authenticator/keys/recovery-key.ts'
import { signToken } from '../../../web/authenticator/keys/token.ts'
import { decryptJwe, encryptJwe } from '../../../web/authenticator/recovery/file/jwe.ts'
import { isSimple, suggestPassphrase } from '../../../web/authenticator/recovery/file/passphrase.ts'
import {
  nameFile,
  type RecoveryContents,
  readRecoveryFile,
  writeRecoveryFile,
} from '../../../web/authenticator/recovery/file/recovery-file.ts'

const PASSPHRASE = 'correct horse battery staple'
const code: NewAccount = {
  issuer: 'Mail',
  label: 'ada@example.org',
  seed: Uint8Array.from({ length: 20 }, (_value, at) => at * 7),
  digits: 6,
  period: 30,
  algorithm: 'SHA-1',
}

async function newContents(): Promise<RecoveryContents> {
  const { jwk } = await createRecoveryKey()
  return {
    issuer: 'https://id.example/issuer',
    made: Date.parse('2026-11-17T10:00:00Z'),
    identities: [
      { id: 'a'.repeat(43), name: 'Zoë 雪', addresses: { email: 'zoe@example.org' }, recovery: jwk },
    ],
    codes: [code],
    services: ['Bank'],
  }
}

const flip = (text: string, part: number) =>
  text
    .split('.')
    .map((one, at) => (at === part ? (one.startsWith('A') ? 'B' : 'A') + one.slice(1) : one))
    .join('.')

it('brings back what was saved', async () => {
  const contents = await newContents()
  const text = await writeRecoveryFile(PASSPHRASE, contents)
  expect(await readRecoveryFile(PASSPHRASE, text)).toEqual(contents)
  expect(await readRecoveryFile(` ${PASSPHRASE}\n`, `${text}\n`)).toEqual(contents)
})

it('is opened by any JOSE library', async () => {
  const contents = await newContents()
  const text = await writeRecoveryFile(PASSPHRASE, contents)
  const { plaintext, protectedHeader } = await compactDecrypt(text, new TextEncoder().encode(PASSPHRASE), {
    keyManagementAlgorithms: ['PBES2-HS512+A256KW'],
    contentEncryptionAlgorithms: ['A256GCM'],
    maxPBES2Count: 1_000_000,
  })
  expect(protectedHeader).toMatchObject({ alg: 'PBES2-HS512+A256KW', enc: 'A256GCM', p2c: 210_000 })
  const written = JSON.parse(new TextDecoder().decode(plaintext))
  expect(written).toMatchObject({
    lanyard: 1,
    issuer: 'https://id.example/issuer',
    made: '2026-11-17T10:00:00.000Z',
    identities: [{ id: 'a'.repeat(43), name: 'Zoë 雪', email: 'zoe@example.org' }],
    services: ['Bank'],
  })
  expect(written.identities[0].recovery).toHaveProperty('d')
  expect(written.codes).toEqual([expect.stringMatching(/^otpauth:\/\/totp\/Mail:ada/)])
})

it('opens what another JOSE library wrote', async () => {
  const text = await new CompactEncrypt(new TextEncoder().encode('hello'))
    .setProtectedHeader({ alg: 'PBES2-HS512+A256KW', enc: 'A256GCM' })
    .encrypt(new TextEncoder().encode(PASSPHRASE))
  expect(await decryptJwe(PASSPHRASE, text)).toEqual({ contents: 'hello' })
})

it('tells a wrong passphrase from a damaged file', async () => {
  const text = await writeRecoveryFile(PASSPHRASE, await newContents())
  expect(await readRecoveryFile('another passphrase', text)).toEqual({ fault: 'passphrase' })
  const damaged = [
    '',
    'no file',
    '{"lanyard":1}',
    text.slice(0, text.lastIndexOf('.')),
    `${text}.AAAA`,
    text.slice(0, -4),
    flip(text, 2),
    flip(text, 3),
    flip(text, 4),
    await encryptJwe(PASSPHRASE, 'no JSON'),
    await encryptJwe(PASSPHRASE, '{"lanyard":2,"identities":[],"codes":[]}'),
    await encryptJwe(PASSPHRASE, '{"lanyard":1}'),
  ]
  for (const one of damaged) expect(await readRecoveryFile(PASSPHRASE, one)).toEqual({ fault: 'damaged' })
})

it('does not let a forged file keep the device busy', async () => {
  const header = Buffer.from(
    JSON.stringify({ alg: 'PBES2-HS512+A256KW', enc: 'A256GCM', p2s: 'AAAA', p2c: 2_000_000_000 }),
  ).toString('base64url')
  const tag = 'A'.repeat(22)
  expect(await decryptJwe(PASSPHRASE, `${header}.AAAA.${'A'.repeat(16)}.AAAA.${tag}`)).toEqual({
    fault: 'damaged',
  })
})

it('leaves out codes that this app cannot show', async () => {
  const contents = { lanyard: 1, issuer: 'x', made: '2026-11-17T10:00:00Z', identities: [] }
  const codes = ['otpauth://hotp/x?secret=JBSWY3DPEHPK3PXP', 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP']
  const text = await encryptJwe(PASSPHRASE, JSON.stringify({ ...contents, codes }))
  expect(await readRecoveryFile(PASSPHRASE, text)).toMatchObject({ codes: [{ label: 'x' }], services: [] })
})

it('holds a key that signs after it was read back, and cannot be read again', async () => {
  const { key, jwk } = await createRecoveryKey()
  const read = await importRecoveryKey(JSON.parse(JSON.stringify(jwk)))
  expect(read.thumbprint).toBe(key.thumbprint)
  expect(read.thumbprint).toBe(thumbprint(key.jwk))
  expect(read.privateKey.extractable).toBe(false)
  await compactVerify(await signToken(read, { revoke: true }), await importJWK({ ...key.jwk }, key.algorithm))
})

it('is named by its day', () => {
  expect(nameFile(new Date(2026, 0, 7, 23, 59))).toBe('lanyard-recovery-2026-01-07.jwe')
})

it('gets a passphrase of 120 random bits where it is suggested', () => {
  const suggested = Array.from({ length: 200 }, suggestPassphrase)
  for (const one of suggested) expect(one).toMatch(/^([a-km-np-z2-9]{4}-){5}[a-km-np-z2-9]{4}$/)
  expect(new Set(suggested).size).toBe(200)
  expect(suggested.some(isSimple)).toBe(false)
  expect(isSimple('abababababab')).toBe(true)
})
