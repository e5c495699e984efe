// @vitest-environment node
import { beforeEach, expect, test, vi } from 'vitest'
import { createCaches } from './caches.fixture.ts'
import {
  answerAsset,
  answerDocument,
  answerFile,
  dropOldCaches,
  fillCache,
  keepEditor,
  type SiteCacheDeps,
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
const offline = () => fetchFile.mockRejectedValue(new TypeError('Failed to fetch'))
const get = (path: string) => new Request(new URL(path, origin))
const textOf = async (answer: Promise<Response>) => (await answer).text()

beforeEach(() => {
  deps = { caches: createCaches(), fetch: fetchFile, build }
  fetchFile.mockReset()
  fetchFile.mockImplementation(async asked => {
    const { pathname } = new URL(asked instanceof Request ? asked.url : asked, origin)
    const text = files[pathname]
    return text === undefined ? new Response('', { status: 404 }) : new Response(text)
  })
})

test('a page comes from the server as long as there is a connection, however much is kept', async () => {
  await fillCache(deps)
  expect(await textOf(answerDocument(deps, get('/')))).toBe('home')
  expect(await textOf(answerDocument(deps, get('/tools/image')))).toBe('the page of the editor')
  const failing = new Response('broken', { status: 500 })
  fetchFile.mockResolvedValueOnce(failing)
  expect(await answerDocument(deps, get('/'))).toBe(failing)
})

test('without a connection every page says so, and promises no editor that is not there', async () => {
  await fillCache(deps)
  offline()
  for (const path of ['/', '/tools/pdf', '/tools/image'])
    expect(await textOf(answerDocument(deps, get(path)))).toBe(offlinePage)
})

test('once opened, the editor works without a connection, and the other pages lead to it', async () => {
  await fillCache(deps)
  await keepEditor(deps)
  offline()
  expect(await textOf(answerDocument(deps, get('/tools/image')))).toBe('the page of the editor')
  expect(await textOf(answerAsset(deps, get('/assets/worker-1.js')))).toBe('worker')
  const page = await answerDocument(deps, get('/pricing'))
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await page.text()).toBe(offlinePage.replace(' hidden', ''))
})

test('built files are asked for once; what failed or came in part is not kept', async () => {
  expect(await textOf(answerAsset(deps, get('/assets/editor-1.js')))).toBe('editor')
  expect(await textOf(answerAsset(deps, get('/assets/editor-1.js')))).toBe('editor')
  expect(fetchFile).toHaveBeenCalledTimes(1)
  for (const status of [404, 206]) {
    fetchFile.mockResolvedValueOnce(new Response('', { status }))
    expect((await answerAsset(deps, get('/assets/worker-1.js'))).status).toBe(status)
  }
  expect(await textOf(answerAsset(deps, get('/assets/worker-1.js')))).toBe('worker')
})

test('other files are always asked for anew, and kept ones are the way out', async () => {
  await fillCache(deps)
  fetchFile.mockResolvedValueOnce(new Response('newer theme'))
  expect(await textOf(answerFile(deps, get('/theme.js')))).toBe('newer theme')
  offline()
  expect(await textOf(answerFile(deps, get('/theme.js')))).toBe('theme')
  await expect(answerFile(deps, get('/icon-9.png'))).rejects.toThrow('Failed to fetch')
})

test('a version whose files do not all arrive is not installed', async () => {
  fetchFile.mockImplementationOnce(async () => new Response('', { status: 502 }))
  await expect(fillCache(deps)).rejects.toThrow('answered 502')
})

test('a new version clears away the old one, and nothing that is not its own', async () => {
  await fillCache(deps)
  await deps.caches.open('filesmith-shared')
  const next = { ...deps, build: { ...build, version: 'two' } }
  await fillCache(next)
  await dropOldCaches(next)
  expect(await deps.caches.keys()).toEqual(['filesmith-shared', 'filesmith-site-two'])
})
