/** Server-rendered head and content of every page for search engines, link previews and readers without scripts. */
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'

const origin = 'https://files.example'
let filesmith: TestFilesmith
let sitemap: string[]
let opened: string[]
const isPairPage = (address: string) => address.includes('/convert/')

beforeAll(async () => {
  filesmith = await startFilesmith(
    { PUBLIC_URL: origin, PLAN_BASIC_PRICE_CENTS: '650', PLAN_FREE_PER_DAY: '7' },
    { hasWorker: false },
  )
  const xml = await (await get('/sitemap.xml')).text()
  sitemap = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)
  // Pages of pairs are made alike, of data that unit tests compare.
  opened = sitemap.filter((address, index) => !isPairPage(address) || index % 40 === 0)
})
afterAll(() => filesmith.stop())

const get = (path: string, init?: RequestInit) =>
  fetch(`${filesmith.baseUrl}${path}`, { redirect: 'manual', ...init })
const pathOf = (address: string) => address.slice(origin.length)

interface Document {
  readonly html: string
  readonly title: string | undefined
  readonly words: string
  readonly graph: readonly Record<string, unknown>[]
  all(pattern: RegExp): string[]
  meta(name: string): string | undefined
}

const documents = new Map<string, Promise<Document>>()

/** Fetches each page once. */
function open(path: string): Promise<Document> {
  const known = documents.get(path) ?? read(path)
  documents.set(path, known)
  return known
}

async function read(path: string): Promise<Document> {
  const html = await (await get(path)).text()
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = '']) => readEntities(found))
  const [structure] = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)]
  return {
    html,
    all,
    title: all(/<title>(.*?)<\/title>/g)[0],
    words: all(/<div id="root">(.*?)<\/div><\/div>/gs)[0] ?? '',
    graph: structure ? JSON.parse(structure[1] ?? '')['@graph'] : [],
    meta(name) {
      const values = all(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, 'g'))
      expect(values.length, `${name} of ${path}`).toBeLessThan(2)
      return values[0]
    },
  }
}

function readEntities(text: string): string {
  const entities = { '&amp;': '&', '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>' }
  return Object.entries(entities).reduceRight((words, [entity, sign]) => words.replaceAll(entity, sign), text)
}

const typesOf = ({ graph }: Document) => graph.flatMap(node => node['@type'])
const nodeOf = ({ graph }: Document, type: string) =>
  graph.find(node => [node['@type']].flat().includes(type))

test('FRAME-03 sitemap: lists public pages and no personal ones', () => {
  const paths = sitemap.map(pathOf)
  expect(paths).toEqual(
    expect.arrayContaining(
      ['/', '/tools', '/tools/pdf', '/sign-in', '/sign-up', '/pricing', '/premium/plans'].concat([
        '/help',
        '/about',
        '/privacy',
        '/terms',
        '/contact',
        '/help/pdf',
        '/help/tutorials',
      ]),
    ),
  )
  expect(paths.filter(path => path.startsWith('/tools/'))).toHaveLength(12)
  for (const closed of ['/profile', '/checkout', '/test-billing', '/reset-password', '/verify-email'])
    expect(paths).not.toContain(closed)
  expect(new Set(paths).size).toBe(paths.length)
})

test('FRAME-03 HUB-04 pages: have complete and unique meta tags', async () => {
  const found = await Promise.all(opened.map(address => open(pathOf(address))))
  for (const [index, document] of found.entries()) {
    const address = opened[index] ?? ''
    const { title = '', meta } = document
    expect(title, address).toMatch(/.{3,} \| Filesmith/)
    expect(document.all(/<link rel="canonical" href="([^"]*)"/g)).toEqual([address])
    expect(meta('description')?.length, address).toBeGreaterThan(40)
    expect(meta('keywords')?.length, address).toBeGreaterThan(5)
    expect(meta('robots'), address).toBeUndefined()
    expect([meta('og:title'), meta('twitter:title')]).toEqual([title, title])
    expect([meta('og:description'), meta('twitter:description')]).toEqual(Array(2).fill(meta('description')))
    expect([meta('og:url'), meta('og:type'), meta('og:site_name')]).toEqual([address, 'website', 'Filesmith'])
    expect(meta('twitter:card')).toBe('summary_large_image')
    expect([meta('og:image:width'), meta('og:image:height')]).toEqual(['1200', '630'])
    expect(meta('og:image')).toBe(meta('twitter:image'))
  }
  for (const part of [
    (document: Document) => document.title,
    (document: Document) => document.meta('description'),
    (document: Document) => document.words,
  ])
    expect(new Set(found.map(part)).size).toBe(found.length)
  const images = found
    .filter((_, index) => !isPairPage(opened[index] ?? ''))
    .map(({ meta }) => meta('og:image'))
  expect(new Set(images).size).toBe(images.length)
})

test('FRAME-03 pages: the share image is a 1200x630 PNG that other sites may embed', async () => {
  await Promise.all(
    opened.map(async address => {
      const image = (await open(pathOf(address))).meta('og:image') ?? ''
      const response = await get(pathOf(image))
      expect([image, response.status, response.headers.get('content-type')]).toEqual([
        image,
        200,
        'image/png',
      ])
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      expect([image, format, width, height]).toEqual([image, 'png', 1200, 630])
    }),
  )
})

test('FRAME-03 pages: without scripts have one h1, their content and navigation links', async () => {
  await Promise.all(
    opened.map(async address => {
      const document = await open(pathOf(address))
      expect(document.all(/<h1>(.*?)<\/h1>/g), address).toHaveLength(1)
      for (const link of [
        '/',
        '/tools',
        '/premium/plans',
        '/help',
        '/about',
        '/contact',
        '/terms',
        '/privacy',
      ])
        expect(document.words, address).toContain(`<a href="${link}">`)
      expect(document.html).toContain('<noscript>')
    }),
  )
  expect((await open('/')).words).toContain('<h1>All-in-one Media Conversion Tool</h1>')
  expect((await open('/tools/ocr')).words).toContain('<a href="/tools/video2text">Video to Text</a>')
  expect((await open('/privacy')).words).toContain('under 16')
  expect((await open('/help')).words).toContain('How do I convert a file?')
  expect((await open('/contact')).words).toContain('How soon will I get an answer?')
  expect((await open('/help/pdf')).words).toContain('Drop a PDF on the page, or select it.')
})

test('FRAME-03 pages: contain schema.org data', async () => {
  const home = await open('/')
  expect(typesOf(home)).toEqual(
    expect.arrayContaining(['Organization', 'WebSite', 'WebPage', 'SoftwareApplication']),
  )
  expect(nodeOf(home, 'WebSite')).toMatchObject({
    url: `${origin}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { urlTemplate: `${origin}/tools?search={search_term_string}` },
    },
  })
  const gif = await open('/tools/gif')
  expect(nodeOf(gif, 'SoftwareApplication')).toMatchObject({
    name: 'GIF Maker',
    url: `${origin}/tools/gif`,
    offers: { price: '0', priceCurrency: 'USD' },
  })
  expect(nodeOf(gif, 'BreadcrumbList')).toMatchObject({
    itemListElement: [
      { position: 1, name: 'Filesmith', item: `${origin}/` },
      { position: 2, name: 'Tools', item: `${origin}/tools` },
      { position: 3, name: 'GIF Maker', item: `${origin}/tools/gif` },
    ],
  })
  expect(nodeOf(await open('/help'), 'FAQPage')?.mainEntity).toHaveLength(10)
  expect(nodeOf(await open('/premium/plans'), 'FAQPage')).toMatchObject({
    mainEntity: expect.arrayContaining([expect.objectContaining({ name: 'Can I get my money back?' })]),
  })
  expect(typesOf(await open('/about'))).not.toContain('Product')
})

test.each(['/premium/plans', '/pricing'])(
  'PLAN-03 %s: lists the plans with the configured prices',
  async path => {
    const document = await open(path)
    const products = document.graph.filter(node => node['@type'] === 'Product')
    const prices = (product: Record<string, unknown>) =>
      (product.offers as { price: string; priceCurrency: string }[]).map(
        ({ price, priceCurrency }) => `${price} ${priceCurrency}`,
      )
    expect(products.map(product => [product.name, prices(product)])).toEqual([
      ['Filesmith Free', ['0.00 USD']],
      ['Filesmith Basic', ['6.50 USD', '62.40 USD']],
      ['Filesmith Pro', ['9.99 USD', '95.90 USD']],
    ])
    expect(document.words).toContain('Basic: $6.50 per month')
    expect(document.words).toContain('7 conversions per day')
  },
)

test.each(['/nowhere', '/tools/pdf/more', '/help/nothing', '/about/us', '/index.php'])(
  'NF-03 %s: answers 404 with noindex',
  async path => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect((await get(path, { method: 'HEAD' })).status).toBe(404)
    const document = await open(path)
    expect(document.title).toBe('404 Page Not Found | Filesmith')
    expect(document.words).toContain('Did you forget to add the page to the router?')
    expect(document.meta('robots')).toBe('noindex')
    expect(document.html).not.toContain('rel="canonical"')
    expect(document.graph).toEqual([])
  },
)

test.each(['/profile', '/checkout', '/test-billing', '/forgot-password', '/reset-password', '/verify-email'])(
  '%s: exists with noindex and is disallowed in robots.txt',
  async path => {
    expect((await get(path)).status).toBe(200)
    expect((await open(path)).meta('robots')).toBe('noindex')
    expect(await (await get('/robots.txt')).text()).toContain(`\nDisallow: ${path}\n`)
  },
)

test('HUB-01 HUB-04 HUB-05 /tools?tool=: has the head of the tool’s page; an unknown tool is noindex', async () => {
  expect((await open('/tools?tool=ocr')).html).toContain(`rel="canonical" href="${origin}/tools/ocr"`)
  expect((await open('/tools?tool=abacus')).meta('robots')).toBe('noindex')
  expect((await open('/tools?search=pdf')).html).toContain(`rel="canonical" href="${origin}/tools"`)
})

test('robots.txt: names the sitemap and disallows the API', async () => {
  const response = await get('/robots.txt')
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  const robots = await response.text()
  expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`)
  expect(robots).toContain('Disallow: /api/')
  expect(robots).not.toMatch(/Disallow: \/(?:share|tools|help)?$/m)
})

test('built files: assets are kept for a year, other files are checked again, and both are sent compressed', async () => {
  const { html } = await open('/')
  const asset = /"([^"]*assets\/[^"]+\.js)"/.exec(html)?.[1] ?? ''
  const answerOf = async (path: string, method = 'GET') => {
    const url = new URL(path, `${filesmith.baseUrl}/`)
    const { status, headers } = await fetch(url, { method, headers: { 'accept-encoding': 'br' } })
    return [status, headers.get('cache-control'), headers.get('content-encoding')]
  }
  for (const method of ['GET', 'HEAD']) {
    expect(await answerOf(asset, method)).toEqual([200, 'public, max-age=31536000, immutable', 'br'])
    expect(await answerOf('/favicon.svg', method)).toEqual([200, 'public, max-age=0', 'br'])
  }
  expect((await answerOf('/assets/missing.js'))[0]).toBe(404)
  expect((await answerOf('/favicon.svg.br'))[0]).toBe(404)
})
