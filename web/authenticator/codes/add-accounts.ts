import type { NewAccount } from '../../../src/client/device/otpauth.ts'
import { accounts, saveAccount } from '../base/state.ts'
import type { CodeAccount } from '../store/records.ts'

/** Adds codes that are not here yet; returns how many were added. */
export async function addAccounts(wanted: readonly NewAccount[]): Promise<number> {
  const before = accounts.value.length
  for (const account of wanted)
    if (!accounts.value.some((known) => isSame(known, account)))
      await saveAccount({ ...account, id: crypto.randomUUID() })
  return accounts.value.length - before
}

function isSame(known: CodeAccount, account: NewAccount): boolean {
  return (
    known.seed.length === account.seed.length &&
    known.seed.every((byte, at) => byte === account.seed[at]) &&
    known.algorithm === account.algorithm &&
    known.digits === account.digits &&
    known.period === account.period
  )
}
