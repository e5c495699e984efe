// @vitest-environment node
import { beforeEach, expect, test, vi } from 'vitest'
import { createCaches } from './caches.fixture.ts'
import {
  cacheEditor,
  deleteOldCaches,
  precache,
  type SiteCacheDeps,
  serveAsset,
  serveDocument,
  serveFile,
} from './site-cache.ts'

const origin = 'https://files.example'
const offlinePage = '<main><h1>You are offline</h1><div hidden><a href="/tools/image">Open</a></div></main>'
const build = {
  version: 'one',
  shellFiles: ['/assets/index-1.js', '/theme.js'],
  editorFiles: ['/assets/editor-1.js', '/assets/worker-1.js'],
  editorEntry: '/assets/editor-1.js',
}
const files: Record<string, string> = {
  '/assets/index-1.js': 'shell',
  '/assets/editor-1.js': 'editor',
  '/assets/worker-1.js': 'worker',
  '/theme.js': 'theme',
  '/offline.html': offlinePage,
  '/tools/image': 'the page of the editor',
  '/': 'home',
}

const fetchFile = vi.fn<SiteCacheDeps['fetch']>()
let deps: SiteCacheDeps
const goOffline = () => fetchFile.mockRejectedValue(new TypeError('Failed to fetch'))
const get = (path: string) => new Request(new URL(path, origin))
const textOf = async (response: Promise<Response>) => (await response).text()

beforeEach(() => {
  deps = { caches: createCaches(), fetch: fetchFile, build, basePath: '' }
  fetchFile.mockReset()
  fetchFile.mockImplementation(async request => {
    const { pathname } = new URL(request instanceof Request ? request.url : request, origin)
    const text = files[pathname]
    return text === undefined ? new Response('', { status: 404 }) : new Response(text)
  })
})

test('serveDocument: loads pages from the server while online', async () => {
  await precache(deps)
  expect(await textOf(serveDocument(deps, get('/')))).toBe('home')
  expect(await textOf(serveDocument(deps, get('/tools/image')))).toBe('the page of the editor')
  const errorResponse = new Response('broken', { status: 500 })
  fetchFile.mockResolvedValueOnce(errorResponse)
  expect(await serveDocument(deps, get('/'))).toBe(errorResponse)
})

test('serveDocument: serves the offline page without an editor link when the editor is not cached', async () => {
  await precache(deps)
  goOffline()
  for (const path of ['/', '/tools/pdf', '/tools/image'])
    expect(await textOf(serveDocument(deps, get(path)))).toBe(offlinePage)
})

test('serveDocument: serves the cached editor offline, and other pages link to it', async () => {
  await precache(deps)
  await cacheEditor(deps)
  goOffline()
  expect(await textOf(serveDocument(deps, get('/tools/image')))).toBe('the page of the editor')
  expect(await textOf(serveAsset(deps, get('/assets/worker-1.js')))).toBe('worker')
  const page = await serveDocument(deps, get('/pricing'))
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await page.text()).toBe(offlinePage.replace(' hidden', ''))
})

test('serveAsset: requests assets once and does not cache errors or partial responses', async () => {
  expect(await textOf(serveAsset(deps, get('/assets/editor-1.js')))).toBe('editor')
  expect(await textOf(serveAsset(deps, get('/assets/editor-1.js')))).toBe('editor')
  expect(fetchFile).toHaveBeenCalledTimes(1)
  for (const status of [404, 206]) {
    fetchFile.mockResolvedValueOnce(new Response('', { status }))
    expect((await serveAsset(deps, get('/assets/worker-1.js'))).status).toBe(status)
  }
  expect(await textOf(serveAsset(deps, get('/assets/worker-1.js')))).toBe('worker')
})

test('serveFile: prefers the network and falls back to the cache', async () => {
  await precache(deps)
  fetchFile.mockResolvedValueOnce(new Response('newer theme'))
  expect(await textOf(serveFile(deps, get('/theme.js')))).toBe('newer theme')
  goOffline()
  expect(await textOf(serveFile(deps, get('/theme.js')))).toBe('theme')
  await expect(serveFile(deps, get('/icon-9.png'))).rejects.toThrow('Failed to fetch')
})

test('precache: fails when a file cannot be loaded', async () => {
  fetchFile.mockImplementationOnce(async () => new Response('', { status: 502 }))
  await expect(precache(deps)).rejects.toThrow('answered 502')
})

test('deleteOldCaches: deletes caches of old versions only', async () => {
  await precache(deps)
  await deps.caches.open('filesmith-shared')
  const next = { ...deps, build: { ...build, version: 'two' } }
  await precache(next)
  await deleteOldCaches(next)
  expect(await deps.caches.keys()).toEqual(['filesmith-shared', 'filesmith-site-two'])
})

test('below a base path: requests, caches and deletes only what belongs to it', async () => {
  const root = deps
  const below = { ...deps, basePath: '/files' }
  const page = offlinePage.replace('"/tools', '"./tools')
  fetchFile.mockImplementation(async request => {
    const { pathname } = new URL(request instanceof Request ? request.url : request, origin)
    expect(pathname).toMatch(/^\/files\//)
    return new Response(pathname === '/files/offline.html' ? page : 'some file')
  })
  await root.caches.open('filesmith-site-other')
  await root.caches.open('filesmith-site/files:old')
  await root.caches.open('filesmith-site/files-two:old')
  await precache(below)
  await cacheEditor(below)
  await deleteOldCaches(below)
  const names = await root.caches.keys()
  expect(names).toEqual(['filesmith-site-other', 'filesmith-site/files-two:old', 'filesmith-site/files:one'])
  goOffline()
  expect(await textOf(serveDocument(below, get('/files/tools/pdf')))).toContain('href="/files/tools/image"')
  expect(await textOf(serveDocument(below, get('/files/tools/image')))).toBe('some file')
})
