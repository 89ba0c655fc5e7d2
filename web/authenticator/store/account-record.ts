import { fromBase64url, toBase64url } from '../../../src/client/device/base64url.ts'
import type { CodeAccount } from './records.ts'
import { openRecord, type SealedRecord, sealRecord } from './vault.ts'

export function sealAccount(key: CryptoKey, account: CodeAccount): Promise<SealedRecord> {
  const text = JSON.stringify({ ...account, seed: toBase64url(account.seed) })
  return sealRecord(key, account.id, new TextEncoder().encode(text))
}

export async function openAccount(key: CryptoKey, record: SealedRecord): Promise<CodeAccount> {
  const text = new TextDecoder().decode(await openRecord(key, record))
  const account = JSON.parse(text) as Omit<CodeAccount, 'seed'> & { seed: string }
  return { ...account, seed: fromBase64url(account.seed) }
}
