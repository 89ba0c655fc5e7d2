import { createRecordStore, type StoredRecord } from '../../ui/offline/record-store.ts'

const stores = ['identities', 'devices', 'enrolments', 'accounts', 'history', 'settings'] as const
export type StoreName = (typeof stores)[number]

export const { change, findRecord, listRecords } = createRecordStore('lanyard-authenticator', stores)

export async function putRecord(store: StoreName, record: StoredRecord): Promise<void> {
  await change((transaction) => transaction.objectStore(store).put(record))
}

/** Stores a record unless it exists; returns the stored one. */
export async function ensureRecord<R extends StoredRecord>(store: StoreName, record: R): Promise<R> {
  let kept = record
  await change((transaction) => {
    const request: IDBRequest<R | undefined> = transaction.objectStore(store).get(record.id)
    request.onsuccess = () => {
      if (request.result === undefined) transaction.objectStore(store).put(record)
      else kept = request.result
    }
  })
  return kept
}

/** Reads and writes in one transaction, so that no other window interferes; returns the stored record. */
export async function changeRecord<R extends StoredRecord>(
  store: StoreName,
  id: string,
  work: (record: R) => R,
): Promise<R | undefined> {
  let kept: R | undefined
  await change((transaction) => {
    const request: IDBRequest<R | undefined> = transaction.objectStore(store).get(id)
    request.onsuccess = () => {
      if (request.result === undefined) return
      kept = work(request.result)
      transaction.objectStore(store).put(kept)
    }
  })
  return kept
}

export async function deleteRecord(store: StoreName, id: string): Promise<void> {
  await change((transaction) => transaction.objectStore(store).delete(id))
}

/** Deletes everything stored here. */
export function clearDatabase(): Promise<void> {
  return change((transaction) => {
    for (const store of stores) transaction.objectStore(store).clear()
  })
}
