const NAME = 'lanyard-authenticator'
const VERSION = 1

const stores = ['identities', 'devices', 'enrolments', 'accounts', 'history', 'settings'] as const
export type StoreName = (typeof stores)[number]
type StoredRecord = { readonly id: string }

let opened: Promise<IDBDatabase> | undefined

export async function listRecords<R extends StoredRecord>(store: StoreName): Promise<R[]> {
  return settle((await begin('readonly')).objectStore(store).getAll())
}

export async function findRecord<R extends StoredRecord>(
  store: StoreName,
  id: string,
): Promise<R | undefined> {
  return settle((await begin('readonly')).objectStore(store).get(id))
}

export async function putRecord(store: StoreName, record: StoredRecord): Promise<void> {
  await change((transaction) => transaction.objectStore(store).put(record))
}

/** Keeps a record unless there is one; gives what is kept. */
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

/** Reads and writes in one step, so that no other window comes between; gives what is kept now. */
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

/** Everything or nothing: what is half written would lose a key. */
export async function change(work: (transaction: IDBTransaction) => void): Promise<void> {
  const transaction = await begin('readwrite')
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
  work(transaction)
  await done
}

/** Forgets all that is kept here. */
export function clearDatabase(): Promise<void> {
  return change((transaction) => {
    for (const store of stores) transaction.objectStore(store).clear()
  })
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
