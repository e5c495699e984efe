/** Cache in which the service worker stores shared files until the page takes them. */

/** All sites on one origin share its caches. */
const cacheNameOf = (basePath: string) => `filesmith-shared${basePath}`
const nameHeader = 'x-file-name'

/** Replaces earlier shared files. */
export async function storeSharedFiles(
  caches: CacheStorage,
  files: readonly File[],
  basePath: string,
): Promise<void> {
  const cacheName = cacheNameOf(basePath)
  await caches.delete(cacheName)
  const cache = await caches.open(cacheName)
  for (const [index, file] of files.entries()) {
    const headers = { 'content-type': file.type, [nameHeader]: encodeURIComponent(file.name) }
    await cache.put(`/shared-file/${index}`, new Response(file, { headers }))
  }
}

/** Deletes the files from the cache, so that a reload does not receive them again. */
export async function takeSharedFiles(caches: CacheStorage, basePath: string): Promise<File[]> {
  const cacheName = cacheNameOf(basePath)
  const cache = await caches.open(cacheName)
  const responses = await cache.matchAll()
  const files = await Promise.all(
    responses.map(async response => {
      const { headers } = response
      const name = decodeURIComponent(headers.get(nameHeader) ?? '')
      return new File([await response.blob()], name, { type: headers.get('content-type') ?? '' })
    }),
  )
  await caches.delete(cacheName)
  return files
}
