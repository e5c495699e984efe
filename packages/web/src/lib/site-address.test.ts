import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The module reads the meta tag when it is loaded. */
async function loadBelow(basePath: string) {
  document.head.innerHTML = basePath === '' ? '' : `<meta name="base-path" content="${basePath}" />`
  return import('./site-address.ts')
}

beforeEach(() => void vi.resetModules())
afterEach(() => {
  document.head.innerHTML = ''
  vi.unstubAllGlobals()
})

test('siteAddress: adds the base path of the document', async () => {
  const { siteAddress, siteUrl, storageOwner } = await loadBelow('/files')
  expect(siteAddress('/')).toBe('/files/')
  expect(siteAddress('/help')).toBe('/files/help')
  expect(siteUrl()).toBe(`${window.location.origin}/files`)
  expect(storageOwner).toBe('filesmith/files')
})

test('siteAddress: adds nothing at the root', async () => {
  const { apiAddress, siteAddress, storageOwner } = await loadBelow('')
  expect([siteAddress('/help'), apiAddress('/api/usage'), storageOwner]).toEqual([
    '/help',
    '/api/usage',
    'filesmith',
  ])
})

test('apiAddress: completes paths of the contract and leaves addresses of the server unchanged', async () => {
  const { apiAddress } = await loadBelow('/files')
  expect(apiAddress('/api/usage')).toBe('/files/api/usage')
  expect(apiAddress('/files/api/conversions/1')).toBe('/files/api/conversions/1')
  expect(apiAddress('https://bucket.example/api/x')).toBe('https://bucket.example/api/x')
})

test('request and followStates: call below the base path', async () => {
  await loadBelow('/files')
  const { request } = await import('./request.ts')
  const { followStates } = await import('./job/follow-job.ts')
  const fetched = vi.fn(async (_url: string) => new Response('{}'))
  const opened: string[] = []
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal(
    'EventSource',
    class {
      constructor(url: string) {
        opened.push(url)
      }
      addEventListener() {}
      close() {}
    },
  )
  await request('GET', '/api/usage')
  expect(fetched.mock.calls[0]?.[0]).toBe('/files/api/usage')
  const job = { eventsUrl: '/files/api/conversions/1/events', statusUrl: '/files/api/conversions/1' }
  followStates(job, { read: json => json, onState() {}, onGone() {} })()
  expect(opened).toEqual([job.eventsUrl])
})
