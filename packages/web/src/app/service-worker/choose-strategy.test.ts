// @vitest-environment node
import { expect, test } from 'vitest'
import { chooseStrategy } from './site-cache.ts'

const origin = 'https://files.example'
const cachedFiles = ['/theme.js', '/offline.html']
const decide = (path: string, { method = 'GET', mode = 'no-cors' } = {}, basePath = '') =>
  chooseStrategy({ method, mode, url: new URL(path, origin).href }, { origin, basePath }, cachedFiles)

test.each([
  ['/api/auth/status', { mode: 'cors' }],
  ['/api/uploads', { method: 'POST', mode: 'cors' }],
  ['/api/uploads/1', { method: 'PATCH', mode: 'cors' }],
  // A download is a navigation and must never be answered with a page.
  ['/api/download/1', { mode: 'navigate' }],
  ['/api/conversions/1/events', { mode: 'cors' }],
  ['https://js.stripe.example/v3/', {}],
  ['https://elsewhere.example/assets/a.js', {}],
  ['/share/home.png', {}],
  ['/share/home.png', { mode: 'navigate' }],
  ['/sitemap.xml', { mode: 'navigate' }],
  ['/sign-in', { method: 'POST', mode: 'navigate' }],
  ['/healthz', { mode: 'cors' }],
])('chooseStrategy: passes %s %j to the network', (path, init) => {
  expect(decide(path, init)).toBe('pass')
})

test.each([
  ['/', 'document'],
  ['/tools/pdf', 'document'],
  ['/checkout?planId=2&amount=4.99', 'document'],
  ['/theme.js', 'file'],
  ['/assets/index-a1.js', 'asset'],
])('chooseStrategy: %s is served as %s', (path, strategy) => {
  expect(decide(path, { mode: 'navigate' })).toBe(strategy)
})

test('chooseStrategy: accepts shared files as a POST only', () => {
  expect(decide('/share', { method: 'POST', mode: 'navigate' })).toBe('shared')
  expect(decide('/share', { mode: 'navigate' })).toBe('document')
})

test.each([
  ['/files/', 'document'],
  ['/files/tools/pdf', 'document'],
  ['/files/theme.js', 'file'],
  ['/files/assets/index-a1.js', 'asset'],
  ['/files/api/auth/status', 'pass'],
  // Other applications on the same host.
  ['/', 'pass'],
  ['/theme.js', 'pass'],
  ['/files-two/', 'pass'],
])('chooseStrategy: below /files, %s is served as %s', (path, strategy) => {
  expect(decide(path, { mode: 'navigate' }, '/files')).toBe(strategy)
})
