/** Service worker: precaches the app shell, serves pages offline and receives shared files. */

import { receiveShared } from './receive-shared.ts'
import {
  cacheEditor,
  chooseStrategy,
  deleteOldCaches,
  precache,
  serveAsset,
  serveDocument,
  serveFile,
} from './site-cache.ts'
import { offlinePath, type WorkerBuild } from './worker-build.ts'

/** Injected by the build. */
declare const workerBuild: WorkerBuild

interface LifecycleEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface WorkerFetchEvent extends LifecycleEvent {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}
interface WorkerScope {
  readonly location: Location
  readonly caches: CacheStorage
  readonly fetch: typeof fetch
  skipWaiting(): Promise<void>
  addEventListener(name: 'install' | 'activate', handler: (event: LifecycleEvent) => void): void
  addEventListener(name: 'fetch', handler: (event: WorkerFetchEvent) => void): void
}

const scope = globalThis as unknown as WorkerScope
const build = workerBuild
/** The worker is beside the home page. */
const basePath = scope.location.pathname.replace(/\/[^/]*$/, '')
const deps = { caches: scope.caches, fetch: scope.fetch.bind(scope), build, basePath }
const site = { origin: scope.location.origin, basePath }
const cachedFiles = [...build.shellFiles, offlinePath]

// A new worker activates immediately: pages are loaded from the server, and asset names contain a hash.
scope.addEventListener('install', event => event.waitUntil(precache(deps).then(() => scope.skipWaiting())))
scope.addEventListener('activate', event => event.waitUntil(deleteOldCaches(deps)))

scope.addEventListener('fetch', event => {
  const { request } = event
  const strategy = chooseStrategy(request, site, cachedFiles)
  if (strategy === 'asset') event.respondWith(serveAsset(deps, request))
  if (new URL(request.url).pathname === basePath + build.editorEntry) event.waitUntil(cacheEditor(deps))
  if (strategy === 'file') event.respondWith(serveFile(deps, request))
  if (strategy === 'document') event.respondWith(serveDocument(deps, request))
  if (strategy === 'shared') event.respondWith(receiveShared(scope.caches, request, basePath))
})
