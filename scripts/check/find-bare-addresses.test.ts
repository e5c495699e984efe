import { expect, test } from 'vitest'
import { findBareAddresses } from './find-bare-addresses.ts'

const found = (path: string, source: string) => findBareAddresses(path, source).length > 0

test.each([
  "fetch('/api/usage')",
  'await fetch(url, init)',
  'new EventSource(eventsUrl)',
  '<a href={apiPaths.download(id)}>',
  '<a href={withNext(apiPaths.signInWith(provider))}>',
  'endpoint: apiPaths.uploads,',
  '<a href="/help">',
  '<img src="/icon.png" />',
  '<a href={paths.help}>',
  'window.location.assign(paths.home)',
  "navigator.serviceWorker?.register('/service-worker.js')",
  'const { origin } = window.location',
  'window.location.origin + paths.checkout',
  'prefetchPanel(window.location.pathname)',
])('findBareAddresses: web: %s', line => {
  expect(found('packages/web/src/features/a.tsx', line)).toBe(true)
})

test.each([
  'fetch(apiAddress(url), init)',
  'void refetch()',
  'new EventSource(apiAddress(eventsUrl))',
  '<a href={apiAddress(apiPaths.download(id))}>',
  'queryKey: [apiPaths.usage],',
  '<Link to={paths.help}>',
  '<a href={downloadUrl}>',
  '<a href="#content">',
  'window.location.assign(siteAddress(paths.home))',
  'window.location.pathname.slice(basePath.length)',
  '// fetch(url) would not add the path',
])('findBareAddresses: web: %s is fine', line => {
  expect(found('packages/web/src/features/a.tsx', line)).toBe(false)
})

test.each([
  ['new URL(paths.profile, siteUrl).href', true],
  ['new URL(siteUrl + path)', false],
  ['const url = publicOrigin + paths.home', true],
  ['const siteUrl = publicOrigin + basePath', false],
  ['const link = settings.PUBLIC_URL + path', true],
  ['publicOrigin.startsWith("https:")', false],
])('findBareAddresses: server: %s', (line, isFound) => {
  expect(found('packages/server/src/http/a.ts', line)).toBe(isFound)
})

test('findBareAddresses: the modules that add the path are exempt', () => {
  expect(found('packages/web/src/lib/site-address.ts', 'window.location.origin + basePath')).toBe(false)
})
