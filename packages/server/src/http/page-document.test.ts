import { hubTools } from '@filesmith/contract/tools/hub'
import { expect, test } from 'vitest'
import { escapeHtml } from '../domain/escape-html.ts'
import { sitePageAt } from './head/site-page.ts'
import { writeDocument } from './routes/pages.ts'

const document = `<head>
    <title>Home</title>
    <meta
      name="description"
      content="What home is."
    />
  </head><body><div id="root"></div></body>`
const facts = { instance: 'public', siteUrl: 'https://files.example', basePath: '', offers: [] } as const
const headOf = (path: string) => writeDocument(document, sitePageAt('public', path), facts)

test.each(hubTools.map(tool => [tool.id, tool] as const))(
  'HUB-04 /tools/%s has its own title, description, keywords and canonical link',
  (id, { title, description, keywords }) => {
    const head = headOf(`/tools/${id}`)
    expect(head).toContain(`<title>${escapeHtml(title)}</title>`)
    expect(head).toContain(`<meta name="description" content="${escapeHtml(description)}" />`)
    expect(head).toContain(`<meta name="keywords" content="${keywords.join(', ')}" />`)
    expect(head).toContain(`<link rel="canonical" href="https://files.example/tools/${id}" />`)
    expect(head).not.toContain('noindex')
    expect(head).not.toContain('What home is.')
  },
)

test('HUB-04 no two tools share a title or a description', () => {
  expect(new Set(hubTools.map(tool => tool.title)).size).toBe(hubTools.length)
  expect(new Set(hubTools.map(tool => tool.description)).size).toBe(hubTools.length)
})

test('HUB-05 an unknown tool opens the hub with generic titles and is not indexed', () => {
  const head = headOf('/tools/teapot')
  expect(sitePageAt('public', '/tools/teapot').status).toBe(200)
  expect(head).toContain('<title>Online File Tools: PDF, Batch, OCR, Compress and More | Filesmith</title>')
  expect(head).toContain('noindex')
  expect(head).toContain('href="https://files.example/tools"')
})

test('HELP-03 every help article is an indexed page with its own head', () => {
  expect(sitePageAt('public', '/help/pdf')).toMatchObject({ status: 200, isIndexed: true })
  const head = headOf('/help/pdf')
  expect(head).toContain('<title>PDF Converter: Steps, Formats and Limits | Filesmith Help</title>')
  expect(head).toContain('<link rel="canonical" href="https://files.example/help/pdf" />')
  for (const path of ['/help', '/help/tutorials', '/help/getting-started', '/help/account-and-billing'])
    expect(sitePageAt('public', path).status).toBe(200)
})

test('pair pages: have their own head, text about what is lost, and a place below the formats', () => {
  expect(sitePageAt('private', '/convert/heic-to-jpg')).toMatchObject({ status: 200, isIndexed: true })
  const head = headOf('/convert/heic-to-jpg')
  expect(head).toContain('<title>HEIC to JPG Converter | Filesmith</title>')
  expect(head).toContain('<link rel="canonical" href="https://files.example/convert/heic-to-jpg" />')
  expect(head).toContain('content="https://files.example/share/formats.png"')
  expect(head).toContain('"item":"https://files.example/formats"')
  expect(head).toContain('<h1>Convert HEIC to JPG</h1>')
  expect(head).toContain('<h2>What is lost or changes</h2>')
  expect(head).toContain('<a href="/convert/heic-to-png">HEIC to PNG</a>')
})

test('/formats: names formats with what they become, and links to pages of pairs', () => {
  const document = headOf('/formats')
  expect(document).toContain('<h2>Images</h2>')
  expect(document).toContain('<a href="/convert/docx-to-pdf">DOCX to PDF</a>')
})

test.each([
  '/convert/png-to-mp3',
  '/convert/heic-to-jpg/more',
  '/convert',
  '/teapot',
  '/tools/pdf/more',
  '/toolspdf',
  '/help/teapot',
  '/help/pdf/more',
  '/help/',
])('sitePageAt: %s is 404', path => {
  expect(sitePageAt('public', path)).toMatchObject({ status: 404, isIndexed: false })
})

test('writeDocument: escapes titles and descriptions (XSS)', () => {
  const page = { ...sitePageAt('public', '/'), title: 'a <b> & $& c', description: 'say "hi"' }
  const head = writeDocument(document, page, facts)
  expect(head).toContain('<title>a &lt;b&gt; &amp; $&amp; c</title>')
  expect(head).toContain('content="say &quot;hi&quot;"')
})

test('writeDocument: completes the links of the document and of the page text with the base path', () => {
  const built = document.replace(
    '</head>',
    '<script src="./assets/a.js"></script><link href="./i.svg" /></head>',
  )
  const site = {
    instance: 'public',
    siteUrl: 'https://home.example/files',
    basePath: '/files',
    offers: [],
  } as const
  const html = writeDocument(built, sitePageAt('public', '/help/pdf'), site)
  expect(html).toContain('<meta name="base-path" content="/files" />')
  expect(html).toContain('<script src="/files/assets/a.js">')
  expect(html).toContain('<link rel="canonical" href="https://home.example/files/help/pdf" />')
  const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link)
  expect(links.length).toBeGreaterThan(10)
  expect(links.filter(link => !/^(?:https:\/\/home\.example)?\/files\//.test(link))).toEqual([])
  expect(writeDocument(built, sitePageAt('public', '/'), facts)).toContain('<script src="/assets/a.js">')
})
