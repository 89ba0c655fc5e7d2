import { createRecordStore, type StoredRecord } from '../../../ui/offline/record-store.ts'

const stores = ['packs', 'parts', 'scans'] as const
type StoreName = (typeof stores)[number]

export const { change, findRecord, listIds, listRecords } = createRecordStore('lanyard-console', stores)

export async function putRecords(store: StoreName, records: readonly StoredRecord[]): Promise<void> {
  await change((transaction) => {
    for (const record of records) transaction.objectStore(store).put(record)
  })
}

/** The key range of records whose ids start with `prefix`. */
export function idsFrom(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`)
}
