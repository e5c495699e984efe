// @vitest-environment node
import { pageAt } from '@filesmith/contract/page-at'
import { beforeEach, expect, test } from 'vitest'
import { takeSharedFiles } from '../../lib/share-target.ts'
import { createCaches } from './caches.fixture.ts'
import { receiveShared } from './receive-shared.ts'

let caches: CacheStorage
let basePath: string
beforeEach(() => {
  basePath = ''
  caches = createCaches()
})

function share(...files: readonly (readonly [name: string, type: string])[]): Promise<Response> {
  const body = new FormData()
  for (const [name, type] of files) body.append('files', new File([`bytes of ${name}`], name, { type }))
  return receiveShared(caches, new Request('https://files.example/share', { method: 'POST', body }), basePath)
}

test.each([
  [[['Urlaub am Meer ü.jpg', 'image/jpeg']], '/?shared=image'],
  [[['clip.mp4', 'video/mp4']], '/?shared=video'],
  [[['song.mp3', 'audio/mpeg']], '/?shared=audio'],
  [[['letter.pdf', 'application/pdf']], '/tools/pdf?shared=application'],
  [
    [
      ['one.jpg', 'image/jpeg'],
      ['two.png', 'image/png'],
    ],
    '/tools/batch?shared=image',
  ],
] as const)('receiveShared: %j redirects to the matching page and stores the files', async (files, page) => {
  const response = await share(...files)
  expect([response.status, response.headers.get('location')]).toEqual([303, `https://files.example${page}`])
  expect(pageAt('public', new URL(page, 'https://files.example').pathname)).toBeDefined()
  const taken = await takeSharedFiles(caches, basePath)
  expect(taken.map(({ name, type }) => [name, type])).toEqual(files)
  expect(await taken[0]?.text()).toBe(`bytes of ${files[0][0]}`)
})

test('takeSharedFiles: returns the latest shared files once', async () => {
  await share(['old.jpg', 'image/jpeg'], ['older.jpg', 'image/jpeg'])
  await share(['new.jpg', 'image/jpeg'])
  expect((await takeSharedFiles(caches, basePath)).map(({ name }) => name)).toEqual(['new.jpg'])
  expect(await takeSharedFiles(caches, basePath)).toEqual([])
})

test('receiveShared: redirects with shared=lost when files are missing or cannot be stored', async () => {
  const nothing = await share()
  expect(nothing.headers.get('location')).toBe('https://files.example/?shared=lost')
  caches.open = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  const full = await share(['a.jpg', 'image/jpeg'])
  expect(full.headers.get('location')).toBe('https://files.example/?shared=lost')
})

test('receiveShared: redirects below the base path and keeps the files from other installations', async () => {
  basePath = '/files'
  const response = await share(['clip.mp4', 'video/mp4'])
  expect(response.headers.get('location')).toBe('https://files.example/files/?shared=video')
  expect(await takeSharedFiles(caches, '')).toEqual([])
  expect((await takeSharedFiles(caches, '/files')).map(({ name }) => name)).toEqual(['clip.mp4'])
})
