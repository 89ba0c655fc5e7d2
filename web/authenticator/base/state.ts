import { batch, type Signal, signal } from '@preact/signals'
import { openAccount, sealAccount } from '../store/account-record.ts'
import { consentRange, openConsent, sealConsent } from '../store/consent-record.ts'
import {
  change,
  changeRecord,
  clearDatabase,
  deleteRecord,
  listRecords,
  putRecord,
  type StoreName,
} from '../store/database.ts'
import { type LockRecord, readLock } from '../store/lock-record.ts'
import type {
  CodeAccount,
  Consent,
  Enrolment,
  HistoryEntry,
  Identity,
  OtherDevice,
} from '../store/records.ts'
import type { SealedRecord } from '../store/vault.ts'

const HISTORY_LENGTH = 500

export const identities = signal<Identity[]>([])
/** The same person's other devices, which this one can revoke. */
export const devices = signal<OtherDevice[]>([])
export const enrolments = signal<Enrolment[]>([])
/** Empty while the app is locked, because accounts are stored encrypted. */
export const accounts = signal<CodeAccount[]>([])
/** What was shared with applications before. Empty while the app is locked, because it is stored encrypted. */
export const consents = signal<Consent[]>([])
export const history = signal<HistoryEntry[]>([])
export const lock = signal<LockRecord | undefined>(undefined)
export const isLocked = signal(false)

let vaultKey: CryptoKey | undefined
/** Notifies the app's other windows, which read again what one of them wrote. */
const others = new BroadcastChannel('lanyard-authenticator')

export async function loadState(): Promise<void> {
  others.onmessage = () => void readAll()
  await readAll()
}

async function readAll(): Promise<void> {
  const [found, ...lists] = await Promise.all([
    readLock(),
    listRecords<Identity>('identities'),
    listRecords<Enrolment>('enrolments'),
    listRecords<HistoryEntry>('history'),
    listRecords<OtherDevice>('devices'),
  ])
  const known = lock.value
  batch(() => {
    lock.value = found
    identities.value = lists[0].sort((a, b) => a.since - b.since)
    enrolments.value = lists[1]
    history.value = lists[2].sort((a, b) => b.at - a.at)
    devices.value = lists[3].sort((a, b) => a.since - b.since)
  })
  if (found.kind === 'none') await openVault(found.key)
  else if (known?.version !== found.version) closeVault()
  else if (vaultKey !== undefined) await openVault(vaultKey)
}

/** Shows what is stored encrypted, given the right key. */
export async function openVault(key: CryptoKey): Promise<void> {
  const [sealedAccounts, sealedConsents] = await Promise.all([
    listRecords<SealedRecord>('accounts'),
    listRecords<SealedRecord>('settings', consentRange()),
  ])
  const opened = await openAll(sealedAccounts, (record) => openAccount(key, record))
  const given = await openAll(sealedConsents, (record) => openConsent(key, record))
  vaultKey = key
  batch(() => {
    accounts.value = opened.sort((a, b) => a.issuer.localeCompare(b.issuer) || a.label.localeCompare(b.label))
    consents.value = given
    isLocked.value = false
  })
}

/** A damaged record does not prevent the others from opening. */
async function openAll<R>(
  sealed: readonly SealedRecord[],
  open: (record: SealedRecord) => Promise<R>,
): Promise<R[]> {
  const tried = await Promise.allSettled(sealed.map(open))
  return tried.flatMap((record) => (record.status === 'fulfilled' ? [record.value] : []))
}

export function closeVault(): void {
  vaultKey = undefined
  batch(() => {
    accounts.value = []
    consents.value = []
    isLocked.value = true
  })
}

/** Encrypts everything again with the key of another lock, in one step. */
export async function replaceLock(record: LockRecord, key: CryptoKey): Promise<void> {
  const sealed = await Promise.all(accounts.value.map((account) => sealAccount(key, account)))
  const given = await Promise.all(consents.value.map((consent) => sealConsent(key, consent)))
  await change((transaction) => {
    for (const setting of [record, ...given]) transaction.objectStore('settings').put(setting)
    for (const account of sealed) transaction.objectStore('accounts').put(account)
  })
  vaultKey = key
  lock.value = record
  tellOthers()
}

/** Changes what the lock stores, such as failed attempts; the key stays the same. */
export async function updateLock(work: (record: LockRecord) => LockRecord): Promise<void> {
  const kept = await changeRecord<LockRecord>('settings', 'lock', work)
  if (kept !== undefined) lock.value = kept
}

export const { save: saveIdentity } = keep('identities', identities)
export const { save: saveDevice, remove: removeDevice } = keep('devices', devices)
export const { save: saveEnrolment, remove: removeEnrolment } = keep('enrolments', enrolments)
export const { save: saveAccount, remove: removeAccount } = keep('accounts', accounts, (account) => {
  return sealAccount(getVaultKey(), account)
})
export const { save: saveConsent, remove: removeConsent } = keep('settings', consents, (consent) => {
  return sealConsent(getVaultKey(), consent)
})

function getVaultKey(): CryptoKey {
  if (vaultKey === undefined) throw new Error('the app is locked')
  return vaultKey
}

/** Replaces an identity: it is renamed, or its key is no longer valid. What it shared before is forgotten. */
export async function replaceIdentity(id: string, identity: Identity): Promise<void> {
  await change((transaction) => {
    forgetIdentity(transaction, id)
    transaction.objectStore('identities').put(identity)
  })
  await readAll()
  tellOthers()
}

export async function removeIdentity(id: string): Promise<void> {
  await change((transaction) => forgetIdentity(transaction, id))
  await readAll()
  tellOthers()
}

function forgetIdentity(transaction: IDBTransaction, id: string): void {
  transaction.objectStore('identities').delete(id)
  transaction.objectStore('settings').delete(consentRange(id))
}

export async function addHistory(entry: HistoryEntry): Promise<void> {
  // Answers that blocked an application stay, so that it can be unblocked however long ago that was.
  const over = history.value.slice(HISTORY_LENGTH - 1).filter(({ blocked }) => blocked !== true)
  const kept = history.value.filter((known) => !over.includes(known))
  await change((transaction) => {
    transaction.objectStore('history').put(entry)
    for (const { id } of over) transaction.objectStore('history').delete(id)
  })
  history.value = [entry, ...without(kept, entry.id)]
  tellOthers()
}

/** Deletes all data; the app starts as if newly installed. */
export async function eraseAll(): Promise<void> {
  await clearDatabase()
  lock.value = undefined
  await readAll()
  tellOthers()
}

/** Stores a record, shows it, and notifies the other windows; `write` gives its stored form. */
function keep<R extends { id: string }>(
  store: StoreName,
  shown: Signal<R[]>,
  write: (record: R) => { id: string } | Promise<{ id: string }> = (record) => record,
) {
  return {
    async save(record: R): Promise<void> {
      await putRecord(store, await write(record))
      shown.value = withRecord(shown.value, record)
      tellOthers()
    },
    async remove(id: string): Promise<void> {
      await deleteRecord(store, id)
      shown.value = without(shown.value, id)
      tellOthers()
    },
  }
}

function tellOthers(): void {
  others.postMessage('changed')
}

function withRecord<R extends { id: string }>(list: readonly R[], record: R): R[] {
  return list.some(({ id }) => id === record.id)
    ? list.map((known) => (known.id === record.id ? record : known))
    : [...list, record]
}

function without<R extends { id: string }>(list: readonly R[], gone: string): R[] {
  return list.filter(({ id }) => id !== gone)
}
