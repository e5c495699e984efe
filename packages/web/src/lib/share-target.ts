/** The shelf on which the service worker leaves shared files until the page takes them. */

const cacheName = 'filesmith-shared'
const nameHeader = 'x-file-name'

/** What somebody shared before and never looked at is cleared away. */
export async function keepSharedFiles(caches: CacheStorage, files: readonly File[]): Promise<void> {
  await caches.delete(cacheName)
  const shelf = await caches.open(cacheName)
  for (const [index, file] of files.entries()) {
    const headers = { 'content-type': file.type, [nameHeader]: encodeURIComponent(file.name) }
    await shelf.put(`/shared-file/${index}`, new Response(file, { headers }))
  }
}

/** Empties the shelf: a page that is loaded again does not get them twice. */
export async function takeSharedFiles(caches: CacheStorage): Promise<File[]> {
  const shelf = await caches.open(cacheName)
  const kept = await shelf.matchAll()
  const files = await Promise.all(
    kept.map(async response => {
      const { headers } = response
      const name = decodeURIComponent(headers.get(nameHeader) ?? '')
      return new File([await response.blob()], name, { type: headers.get('content-type') ?? '' })
    }),
  )
  await caches.delete(cacheName)
  return files
}
