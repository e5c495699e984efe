/** Files of the user in IndexedDB, for at most a day: with them, previews and the image editor survive leaving and a reload. */

import { storageOwner } from './site-address.ts'

const databaseName = storageOwner
const storeName = 'local-files'
const maxAgeMs = 24 * 60 * 60 * 1000

/** Storage may be full, blocked, or missing in a private window: then the file is not there later. */
export async function keepLocalFile(id: string, file: File): Promise<void> {
  await inStore('readwrite', async store => {
    for (const key of await resultOf(store.getAllKeys()))
      if (isOf(key, id) || savedAtOf(key) < Date.now() - maxAgeMs) store.delete(key)
    await resultOf(store.put(file, `${Date.now()} ${id}`))
  })
}

export async function readLocalFile(id: string): Promise<File | undefined> {
  const found: unknown = await inStore('readonly', async store => {
    const key = (await resultOf(store.getAllKeys())).find(each => isOf(each, id))
    return key === undefined ? undefined : resultOf(store.get(key))
  })
  return found instanceof File ? found : undefined
}

export async function removeLocalFile(id: string): Promise<void> {
  await inStore('readwrite', async store => {
    for (const key of await resultOf(store.getAllKeys())) if (isOf(key, id)) store.delete(key)
  })
}

export async function removeAllLocalFiles(): Promise<void> {
  await inStore('readwrite', async store => void (await resultOf(store.clear())))
}

/** Keys are the time of saving and the id. */
function isOf(key: IDBValidKey, id: string): boolean {
  return typeof key === 'string' && key.endsWith(` ${id}`)
}

function savedAtOf(key: IDBValidKey): number {
  return typeof key === 'string' ? Number.parseInt(key, 10) : 0
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    const opening = indexedDB.open(databaseName, 1)
    opening.onupgradeneeded = () => void opening.result.createObjectStore(storeName)
    const database = await resultOf(opening)
    try {
      return await use(database.transaction(storeName, mode).objectStore(storeName))
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
  return promise
}
