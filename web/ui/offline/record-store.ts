export type StoredRecord = { readonly id: string }

const VERSION = 1

/** Records by id in a browser database, one store per kind. */
export function createRecordStore<StoreName extends string>(name: string, stores: readonly StoreName[]) {
  let opened: Promise<IDBDatabase> | undefined
  const begin = async (mode: IDBTransactionMode) => {
    opened ??= open(name, stores)
    // If opening fails, the next request tries again.
    opened.catch(() => {
      opened = undefined
    })
    return (await opened).transaction(stores, mode, { durability: 'strict' })
  }
  return {
    async listRecords<R extends StoredRecord>(store: StoreName, range?: IDBKeyRange): Promise<R[]> {
      return settle((await begin('readonly')).objectStore(store).getAll(range))
    },
    async listIds(store: StoreName): Promise<string[]> {
      return (await settle((await begin('readonly')).objectStore(store).getAllKeys())) as string[]
    },
    async findRecord<R extends StoredRecord>(store: StoreName, id: string): Promise<R | undefined> {
      return settle((await begin('readonly')).objectStore(store).get(id))
    },
    /** All or nothing: a partial write could lose a key or a scan. */
    async change(work: (transaction: IDBTransaction) => void): Promise<void> {
      const transaction = await begin('readwrite')
      const done = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error)
      })
      work(transaction)
      await done
    },
  }
}

function open(name: string, stores: readonly string[]): Promise<IDBDatabase> {
  const request = indexedDB.open(name, VERSION)
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
