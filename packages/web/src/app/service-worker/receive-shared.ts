/** Web share target: stores the shared files and redirects to the matching page. */

import { paths } from '@filesmith/contract/routes'
import { pageForShared, sharedField, sharedQuery } from '@filesmith/contract/shared-files'
import { storeSharedFiles } from '../../lib/share-target.ts'

export async function receiveShared(
  caches: CacheStorage,
  request: Request,
  basePath: string,
): Promise<Response> {
  const { origin } = new URL(request.url)
  const page = await storeFiles(caches, request, basePath).catch(() => `${paths.home}?${sharedQuery}=lost`)
  return Response.redirect(`${origin}${basePath}${page}`, 303)
}

async function storeFiles(caches: CacheStorage, request: Request, basePath: string): Promise<string> {
  const form = await request.formData()
  const files = form.getAll(sharedField).filter(part => part instanceof File && part.size > 0) as File[]
  const [first] = files
  if (!first) throw new Error('no shared files')
  await storeSharedFiles(caches, files, basePath)
  const types = files.map(file => file.type)
  return `${pageForShared(types)}?${sharedQuery}=${first.type.split('/')[0]}`
}
