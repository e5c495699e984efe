/** Security headers of every response of every route (XSS, clickjacking, MIME sniffing). */
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { apiPaths } from '@filesmith/contract/api-paths'
import { batchPath } from '@filesmith/contract/batch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPng } from '../support/images.ts'
import { createMember, type Member, putOnPlan, runSql } from '../support/member.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'

let filesmith: TestFilesmith
let member: Member
const webDir = fileURLToPath(new URL('../../packages/web/dist/', import.meta.url))

beforeAll(async () => {
  filesmith = await startFilesmith()
  member = await createMember(filesmith.baseUrl)
  await putOnPlan(filesmith, member, 'pro')
})
afterAll(() => filesmith.stop())

function missingHeaders({ headers, url }: Response): string[] {
  // Malformed paths are answered like API routes.
  const isApi = /^\/(?:api\/|%$)/.test(new URL(url).pathname)
  const policy = headers.get('content-security-policy') ?? ''
  const directives = new Map(
    policy.split(';').map(directive => {
      const [name = '', ...values] = directive.trim().split(/\s+/)
      return [name, values.join(' ')] as const
    }),
  )
  const wanted: Record<string, boolean> = {
    nosniff: headers.get('x-content-type-options') === 'nosniff',
    referrer: headers.get('referrer-policy') === 'no-referrer',
    permissions: /camera=\(\).*geolocation=\(\).*microphone=\(\)/.test(
      headers.get('permissions-policy') ?? '',
    ),
    // Browsers warn on every page about a feature that they do not know.
    'known features': !/bluetooth/.test(headers.get('permissions-policy') ?? ''),
    opener: headers.get('cross-origin-opener-policy') === 'same-origin',
    resource: /^(?:same-origin|cross-origin)$/.test(headers.get('cross-origin-resource-policy') ?? ''),
    'no unsafe': !/unsafe|\*|data:.*script/.test(
      `${directives.get('script-src')} ${directives.get('default-src')}`,
    ),
    objects: (directives.get('object-src') ?? directives.get('default-src')) === "'none'",
    base: directives.get('base-uri') === "'none'",
    ancestors: directives.get('frame-ancestors') === "'none'",
    forms: directives.get('form-action') === (isApi ? "'none'" : "'self'"),
    sandboxed: directives.has('sandbox') === isApi,
    'request id': headers.has('x-request-id'),
    'no software': !headers.has('x-powered-by') && !headers.has('server'),
  }
  return Object.keys(wanted).filter(name => !wanted[name])
}

/** Whether a browser could execute scripts of the response. */
function canRunScripts({ headers }: Response): boolean {
  return /html|svg|xml|javascript/.test((headers.get('content-type') ?? '').replace(/openxmlformats/, ''))
}

test('security headers: on every route and status', async () => {
  const routes = filesmith.declaredRoutes.filter(
    // Static files are covered by two examples below.
    route => !/[*]|^\/assets\/|\.(?:br|gz)$/.test(route.url),
  )
  expect(routes.length).toBeGreaterThan(80)
  for (const { method, url } of routes) {
    // Ids are random and bodies missing, so nothing is changed or deleted.
    if (method === 'DELETE' && !url.includes(':')) continue
    if (method === 'POST' && url === apiPaths.logout) continue
    const path = url.replaceAll(/:\w+/g, randomUUID())
    const reply = await member.fetch(path, { method, redirect: 'manual' })
    expect([method, url, missingHeaders(reply)]).toEqual([method, url, []])
    if (path.startsWith('/api/')) expect([method, url, canRunScripts(reply)]).toEqual([method, url, false])
    await reply.body?.cancel()
  }
})

test('security headers: on pages, 404 pages, static files and malformed requests', async () => {
  const assets = await readdir(`${webDir}assets`)
  const asset = (extension: string) => `/assets/${assets.find(name => name.endsWith(extension))}`
  const paths = ['/', '/privacy', '/no-such-page', '/api/no-such-call', '/assets/no-such.js', '/robots.txt']
  for (const path of [...paths, asset('.js'), asset('.css'), '/%', '/api/conversions/%00', '/..%2f..%2fetc'])
    expect([path, missingHeaders(await fetch(filesmith.baseUrl + path))]).toEqual([path, []])
  const broken = await member.fetch('/api/convert/image', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"broken',
  })
  expect([broken.status, missingHeaders(broken)]).toEqual([400, []])
})

test('security headers: only the web worker that draws PDFs may compile WebAssembly', async () => {
  const assets = await readdir(`${webDir}assets`)
  const policyOf = async (path: string) =>
    (await fetch(filesmith.baseUrl + path)).headers.get('content-security-policy')
  const workers = assets.filter(name => /worker.*\.js$/.test(name))
  const allowed = []
  for (const name of workers)
    if ((await policyOf(`/assets/${name}`))?.includes('wasm-unsafe-eval')) allowed.push(name)
  expect(allowed).toEqual([expect.stringMatching(/^pdfium\.worker-/)])
  expect(await policyOf(`/assets/${allowed[0]}`)).toMatch(/^default-src 'none'; script-src 'self' /)
  expect(await policyOf('/tools/workbench')).not.toContain('unsafe')
  expect(await policyOf(`/tools?next=/assets/${allowed[0]}`)).not.toContain('unsafe')
})

test('security headers: results, batches, receipts and the export are attachments and never rendered', async () => {
  const image = await drawPng()
  const accepted = await member.convertAsync(await member.upload(image, '<script>alert(1)</script>.png'), {
    outputFormat: 'webp',
  })
  await member.follow(accepted)
  const files = [{ uploadId: await member.upload(image, 'b.png', 'batch-convert') }]
  const batch = await member.askFor(batchPath, { fileType: 'images', targetFormat: 'webp', files })
  await member.follow(batch)
  const attachments = [apiPaths.download(accepted.id), apiPaths.batchDownload(batch.id), apiPaths.userExport]
  for (const path of attachments) {
    const reply = await member.fetch(path)
    await reply.arrayBuffer()
    expect([path, reply.status, missingHeaders(reply), canRunScripts(reply)]).toEqual([path, 200, [], false])
    expect([path, reply.headers.get('content-disposition')]).toEqual([
      path,
      expect.stringMatching(/^attachment; /),
    ])
  }
  // HTML and SVG results are not served with their content type (stored XSS).
  for (const format of ['html', 'svg']) {
    await runSql(filesmith.databaseUrl, 'update conversions set converted_format = $1 where id = $2', [
      format,
      accepted.id,
    ])
    const reply = await member.fetch(apiPaths.download(accepted.id))
    expect([reply.headers.get('content-type'), missingHeaders(reply)]).toEqual([
      'application/octet-stream',
      [],
    ])
  }
  const receipt = await member.fetch(apiPaths.conversionReceipt(accepted.id))
  expect([receipt.status, missingHeaders(receipt)]).toEqual([200, []])
})

test('Strict-Transport-Security: only with an https PUBLIC_URL', async () => {
  expect((await fetch(filesmith.baseUrl)).headers.get('strict-transport-security')).toBeNull()
  const secure = await startFilesmith({ PUBLIC_URL: 'https://files.example.org' }, { hasWorker: false })
  try {
    const header = (await fetch(secure.baseUrl)).headers.get('strict-transport-security')
    expect(header).toMatch(/max-age=\d{8}/)
  } finally {
    await secure.stop()
  }
})
