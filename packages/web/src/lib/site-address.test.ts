import { afterEach, expect, test } from 'vitest'

/** The module reads the meta tag when it is loaded: a query makes it another module, so that other tests keep theirs. */
async function loadBelow(basePath: string): Promise<typeof import('./site-address.ts')> {
  document.head.innerHTML = basePath === '' ? '' : `<meta name="base-path" content="${basePath}" />`
  const { pathname } = new URL('./site-address.ts', import.meta.url)
  return import(/* @vite-ignore */ `${pathname}?below=${basePath}`)
}

afterEach(() => {
  document.head.innerHTML = ''
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
