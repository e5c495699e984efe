/** Cache in which the service worker stores shared files until the page takes them. */

const cacheName = 'filesmith-shared'
const nameHeader = 'x-file-name'

/** Replaces earlier shared files. */
export async function storeSharedFiles(caches: CacheStorage, files: readonly File[]): Promise<void> {
  await caches.delete(cacheName)
  const cache = await caches.open(cacheName)
  for (const [index, file] of files.entries()) {
    const headers = { 'content-type': file.type, [nameHeader]: encodeURIComponent(file.name) }
    await cache.put(`/shared-file/${index}`, new Response(file, { headers }))
  }
}

/** Deletes the files from the cache, so that a reload does not receive them again. */
export async function takeSharedFiles(caches: CacheStorage): Promise<File[]> {
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
