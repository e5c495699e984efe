/** The service worker: keeps the shell of the site, answers without a connection, and takes what other apps share. */
import { decideAnswer } from './decide-answer.ts'
import { receiveShared } from './receive-shared.ts'
import {
  answerAsset,
  answerDocument,
  answerFile,
  dropOldCaches,
  fillCache,
  keepEditor,
} from './site-cache.ts'
import { offlinePath, type WorkerBuild } from './worker-build.ts'

/** Put in its place by the build. */
declare const workerBuild: WorkerBuild

interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface RequestEvent extends LifeEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface WorkerScope {
  readonly location: Location
  readonly caches: CacheStorage
  readonly fetch: typeof fetch
  skipWaiting(): Promise<void>
  addEventListener(name: 'install' | 'activate', react: (event: LifeEvent) => void): void
  addEventListener(name: 'fetch', react: (event: RequestEvent) => void): void
}

const scope = globalThis as unknown as WorkerScope
const build = workerBuild
const deps = { caches: scope.caches, fetch: scope.fetch.bind(scope), build }
const keptFiles = [...build.shellFiles, offlinePath]

// A new worker need not wait for old tabs: pages come from the server either way, and files by names that never change meaning.
scope.addEventListener('install', event => event.waitUntil(fillCache(deps).then(() => scope.skipWaiting())))
scope.addEventListener('activate', event => event.waitUntil(dropOldCaches(deps)))

scope.addEventListener('fetch', event => {
  const { request } = event
  const decision = decideAnswer(request, scope.location.origin, keptFiles)
  if (decision === 'asset') event.respondWith(answerAsset(deps, request))
  if (new URL(request.url).pathname === build.editorEntry) event.waitUntil(keepEditor(deps))
  if (decision === 'file') event.respondWith(answerFile(deps, request))
  if (decision === 'document') event.respondWith(answerDocument(deps, request))
  if (decision === 'shared') event.respondWith(receiveShared(scope.caches, request))
})
