/** In-memory CacheStorage for tests, keyed by path without query. */

export function createCaches(): CacheStorage {
  const stores = new Map<string, Map<string, Response>>()
  const keyOf = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : String(request), 'https://files.example').pathname
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    const cache: Partial<Cache> = {
      match: async request => store.get(keyOf(request))?.clone(),
      matchAll: async () => [...store.values()].map(response => response.clone()),
      put: async (request, response) => void store.set(keyOf(request), response),
    }
    return cache as Cache
  }
  const caches: Partial<CacheStorage> = {
    open,
    keys: async () => [...stores.keys()],
    delete: async name => stores.delete(name),
  }
  return caches as CacheStorage
}
