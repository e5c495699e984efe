/** Installable web app: manifest, icons, service worker and share target. */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'

let filesmith: TestFilesmith

beforeAll(async () => {
  filesmith = await startFilesmith({}, { hasWorker: false })
})
afterAll(() => filesmith.stop())

const get = (path: string, init?: RequestInit) =>
  fetch(`${filesmith.baseUrl}${path}`, { redirect: 'manual', ...init })

test('manifest: icons and shortcut pages exist with the declared sizes', async () => {
  const manifest = await (await get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ name: 'Filesmith', display: 'standalone' })
  // Relative to the manifest.
  const pathOf = (address: string) => new URL(address, `${filesmith.baseUrl}/manifest.webmanifest`).pathname
  expect([manifest.start_url, manifest.scope].map(pathOf)).toEqual(['/', '/'])
  const shortcutIcons = manifest.shortcuts.flatMap((shortcut: { icons: unknown[] }) => shortcut.icons)
  for (const { src, sizes, type } of [...manifest.icons, ...shortcutIcons]) {
    const response = await get(pathOf(src))
    expect([src, response.status, response.headers.get('content-type')]).toEqual([src, 200, type])
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    if (sizes !== 'any') expect([src, `${width}x${height}`]).toEqual([src, sizes])
  }
  const iconsOf = (purpose: string) =>
    manifest.icons.filter((icon: { purpose?: string }) => (icon.purpose ?? 'any') === purpose)
  expect(iconsOf('maskable')).toHaveLength(1)
  expect(iconsOf('any').map((icon: { sizes: string }) => icon.sizes)).toEqual(
    expect.arrayContaining(['192x192', '512x512']),
  )
  for (const { url, name } of manifest.shortcuts)
    expect(await (await get(pathOf(url))).text()).toContain(`<h1>${name}</h1>`)
  expect(pathOf(manifest.share_target.action)).toBe('/share')
  expect(manifest.share_target).toMatchObject({
    method: 'POST',
    enctype: 'multipart/form-data',
  })
})

test('service worker: is not cached, and every precached file exists', async () => {
  const response = await get('/service-worker.js')
  expect(response.headers.get('content-type')).toMatch(/javascript/)
  expect(response.headers.get('cache-control')).toMatch(/max-age=0|no-cache/)
  const script = await response.text()
  const files = new Set(script.match(/\/(?:assets\/[\w.-]+|theme\.js|offline\.(?:html|css))/g))
  expect(files.size).toBeGreaterThan(15)
  // The image editor worker, which is loaded on demand.
  expect(script).toContain('/assets/image-worker')
  for (const file of files) expect([file, (await get(file)).status]).toEqual([file, 200])
  const offline = await (await get('/offline.html')).text()
  expect(offline).toContain('so you need a connection')
  // The service worker replaces this markup.
  expect(offline).toContain('<div hidden>')
})

test('share target: without a service worker redirects to the home page with a notice', async () => {
  const body = new FormData()
  const icon = await readFile('packages/web/public/icon-512.png')
  body.append('files', new File([new Uint8Array(icon)], 'a.png', { type: 'image/png' }))
  // Shares come from the operating system, not from a site.
  const headers = { origin: 'null', 'sec-fetch-site': 'none' }
  const response = await get('/share', { method: 'POST', body, headers })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/?shared=lost'])
  expect((await get('/share')).headers.get('location')).toBe('/')
})
