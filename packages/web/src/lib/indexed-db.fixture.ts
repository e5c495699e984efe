/** In-memory stand-in for the few calls of IndexedDB that the app makes; happy-dom has none. */

export function createFakeIndexedDb() {
  const records = new Map<string, unknown>()
  const answer = <Result>(result: Result) => {
    const request = { result, onsuccess: () => undefined, onupgradeneeded: () => undefined }
    queueMicrotask(() => request.onsuccess())
    return request
  }
  const store = {
    getAllKeys: () => answer([...records.keys()]),
    get: (key: string) => answer(records.get(key)),
    put: (value: unknown, key: string) => answer(records.set(key, value)),
    delete: (key: string) => answer(records.delete(key)),
    clear: () => answer(records.clear()),
  }
  const database = { transaction: () => ({ objectStore: () => store }), close: () => undefined }
  return { records, indexedDB: { open: () => answer(database) } }
}
