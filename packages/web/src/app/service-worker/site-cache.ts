/** The files the service worker keeps of one version of the site. */
import { editorPath, offlinePath, type WorkerBuild } from './worker-build.ts'

export interface SiteCacheDeps {
  readonly caches: CacheStorage
  readonly fetch: (request: Request | string, init?: RequestInit) => Promise<Response>
  readonly build: WorkerBuild
}

const prefix = 'filesmith-site-'

/** All or nothing: a worker whose files did not all arrive is not installed, and tried again another day. */
export async function fillCache({ caches, fetch, build }: SiteCacheDeps): Promise<void> {
  const cache = await caches.open(prefix + build.version)
  const wanted = [...build.shellFiles, offlinePath, editorPath]
  await Promise.all(
    wanted.map(async path => {
      // Built files may come from the browser's own cache, everything else only fresh.
      const response = await fetch(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' })
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      await cache.put(path, response)
    }),
  )
}

export async function dropOldCaches({ caches, build }: SiteCacheDeps): Promise<void> {
  const names = await caches.keys()
  const old = names.filter(name => name.startsWith(prefix) && name !== prefix + build.version)
  await Promise.all(old.map(name => caches.delete(name)))
}

export async function answerAsset(deps: SiteCacheDeps, asked: Request | string): Promise<Response> {
  const { caches, fetch, build } = deps
  const cache = await caches.open(prefix + build.version)
  const address = typeof asked === 'string' ? asked : asked.url
  const kept = await cache.match(address)
  if (kept) return kept
  const response = await fetch(asked)
  // Part of a file is none; and a full disk is no reason to show nothing.
  if (response.status === 200) await cache.put(address, response.clone()).catch(() => undefined)
  return response
}

/** Whoever opened the editor once has it offline from then on, also those parts that it fetches later. */
export async function keepEditor(deps: SiteCacheDeps): Promise<void> {
  await Promise.all(deps.build.editorFiles.map(path => answerAsset(deps, path)))
}

export async function answerFile(deps: SiteCacheDeps, request: Request): Promise<Response> {
  try {
    return await deps.fetch(request)
  } catch (error) {
    const kept = await findKept(deps, new URL(request.url).pathname)
    if (kept) return kept
    throw error
  }
}

/** Whoever has a connection gets the server's page, so that a new version of the site is never kept from anybody. */
export async function answerDocument(deps: SiteCacheDeps, request: Request): Promise<Response> {
  try {
    return await deps.fetch(request)
  } catch (error) {
    const hasEditor = await isEditorKept(deps)
    const isEditor = new URL(request.url).pathname === editorPath
    const kept = await findKept(deps, hasEditor && isEditor ? editorPath : offlinePath)
    if (!kept) throw error
    return hasEditor && !isEditor ? offerEditor(kept) : kept
  }
}

async function isEditorKept(deps: SiteCacheDeps): Promise<boolean> {
  const found = await Promise.all(deps.build.editorFiles.map(path => findKept(deps, path)))
  return found.every(response => response !== undefined)
}

async function findKept({ caches, build }: SiteCacheDeps, path: string): Promise<Response | undefined> {
  const cache = await caches.open(prefix + build.version)
  return cache.match(path)
}

/** The page has the way to the editor in it, folded away. */
async function offerEditor(page: Response): Promise<Response> {
  const html = await page.text()
  return new Response(html.replace('<div hidden>', '<div>'), {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
}
