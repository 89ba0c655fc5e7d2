const NAME = 'lanyard-console'
const VERSION = 1

const stores = ['packs', 'parts', 'scans'] as const
type StoreName = (typeof stores)[number]
type StoredRecord = { readonly id: string }

let opened: Promise<IDBDatabase> | undefined

export async function listRecords<R extends StoredRecord>(
  store: StoreName,
  range?: IDBKeyRange,
): Promise<R[]> {
  return settle((await begin('readonly')).objectStore(store).getAll(range))
}

export async function listIds(store: StoreName): Promise<string[]> {
  return (await settle((await begin('readonly')).objectStore(store).getAllKeys())) as string[]
}

export async function findRecord<R extends StoredRecord>(
  store: StoreName,
  id: string,
): Promise<R | undefined> {
  return settle((await begin('readonly')).objectStore(store).get(id))
}

export async function putRecords(store: StoreName, records: readonly StoredRecord[]): Promise<void> {
  await change((transaction) => {
    for (const record of records) transaction.objectStore(store).put(record)
  })
}

/** Everything or nothing. */
export async function change(work: (transaction: IDBTransaction) => void): Promise<void> {
  const transaction = await begin('readwrite')
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
  work(transaction)
  await done
}

/** The records whose ids begin with it. */
export function idsFrom(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`)
}

async function begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
  opened ??= open()
  // What could not be opened is tried again by whoever asks next.
  opened.catch(() => {
    opened = undefined
  })
  return (await opened).transaction(stores, mode, { durability: 'strict' })
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION)
  request.onupgradeneeded = () => {
    for (const store of stores) request.result.createObjectStore(store, { keyPath: 'id' })
  }
  return settle(request)
}

function settle<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
