import { describe, expect, it } from 'vitest'
import { countTry, createPinLock, openPinLock } from '../../../web/authenticator/lock/pin.ts'
import { openAccount, sealAccount } from '../../../web/authenticator/store/account-record.ts'
import type { CodeAccount } from '../../../web/authenticator/store/records.ts'
import { createVaultKey } from '../../../web/authenticator/store/vault.ts'

const account: CodeAccount = {
  id: 'a',
  issuer: 'Example',
  label: 'ada@example.org',
  seed: new Uint8Array([1, 2, 3, 250, 251, 252]),
  digits: 6,
  period: 30,
  algorithm: 'SHA-1',
}

describe('a code at rest', () => {
  it('comes back as it was, with the key that sealed it', async () => {
    const key = await createVaultKey(false)
    const sealed = await sealAccount(key, account)
    expect(await openAccount(key, sealed)).toEqual(account)
    expect(Buffer.from(sealed.sealed).includes('Example')).toBe(false)
  })

  it('stays closed to another key, and under another id', async () => {
    const key = await createVaultKey(false)
    const sealed = await sealAccount(key, account)
    await expect(openAccount(await createVaultKey(false), sealed)).rejects.toThrow()
    await expect(openAccount(key, { ...sealed, id: 'b' })).rejects.toThrow()
  })
})

describe('a PIN', () => {
  it('opens the key that it locked, and no other PIN does', async () => {
    const { lock, key } = await createPinLock('271828')
    const sealed = await sealAccount(key, account)
    const opened = await openPinLock(lock, '271828')
    expect(opened?.extractable).toBe(false)
    expect(opened && (await openAccount(opened, sealed))).toEqual(account)
    expect(await openPinLock(lock, '271829')).toBeUndefined()
  })

  it('is not tried before its time', async () => {
    const { lock } = await createPinLock('271828')
    expect(countTry({ ...lock, failures: 5, notBefore: 1_000 }, 999)).toBeUndefined()
    expect(countTry({ ...lock, failures: 5, notBefore: 1_000 }, 1_000)?.failures).toBe(6)
  })

  it('is tried four times at once, then ever more slowly', async () => {
    let { lock } = await createPinLock('271828')
    const waits = Array.from({ length: 14 }, () => {
      const now = lock.notBefore
      lock = countTry(lock, now) ?? lock
      return (lock.notBefore - now) / 1_000
    })
    expect(waits).toEqual([0, 0, 0, 0, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
  })
})
