/** HTML results opened in a browser request nothing, even without their Content-Security-Policy. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createEngineRuntime } from '@filesmith/engines/runtime'
import { type Browser, chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxUnderTest } from '../support/sandbox-under-test.ts'
import { advisoryDocuments, visibleWords } from './hostile/advisories.ts'
import { type Bait, setUpBait } from './hostile/bait.ts'
import { type DocumentHarness, startDocumentHarness } from './support/document-harness.ts'
import { reportDocx } from './support/report.ts'

let folder: string
let bait: Bait
let harness: DocumentHarness
let pdfs: Awaited<ReturnType<typeof createEngineRuntime>>
let browser: Browser

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-pages-'))
  await mkdir(join(folder, 'jobs'))
  bait = await setUpBait(folder, join(folder, 'jobs'), 'pages')
  harness = await startDocumentHarness({ helpersPerEngine: 1 })
  pdfs = await createEngineRuntime({
    sandbox: sandboxUnderTest,
    disabledEngines: ['sharp', 'magick', 'ffmpeg', 'libreoffice'],
  })
  browser = await chromium.launch({
    executablePath: process.env.E2E_BROWSER ?? '/usr/bin/chromium-headless-shell',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
}, 120_000)

afterAll(async () => {
  await browser.close()
  await Promise.all([harness.close(), pdfs.close()])
  await bait.close()
  await rm(folder, { recursive: true })
})

/** URLs requested besides the page itself, and its visible text. */
async function open(html: string): Promise<{ requested: string[]; text: string }> {
  const path = join(folder, 'page.html')
  await writeFile(path, html)
  const page = await browser.newPage()
  const pageUrl = pathToFileURL(path).href
  const requested: string[] = []
  page.on('request', request => {
    if (request.url() !== pageUrl && !request.url().startsWith('data:')) requested.push(request.url())
  })
  await page.goto(pageUrl, { waitUntil: 'networkidle' })
  // A page that was redirected has no expected text.
  const text = await page.evaluate(() => document.body?.textContent ?? '')
  await page.close()
  return { requested, text }
}

/** Removes the policy, so that only sanitizing is tested. */
function withoutPolicy(html: string): string {
  const without = html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
  expect(without).not.toBe(html)
  return without
}

function hostilePages() {
  return advisoryDocuments(bait.targets).filter(({ format }) => format === 'html' || format === 'txt')
}

test('HTML and text to HTML: nothing is requested, and the text after removed elements is kept', {
  timeout: 300_000,
}, async () => {
  for (const { content, format, what } of hostilePages()) {
    const html = await readFile(await harness.convert({ input: content, from: format, to: 'html' }), 'utf8')
    const { requested, text } = await open(withoutPolicy(html))
    expect(requested, what).toEqual([])
    expect(text, what).toContain(visibleWords)
    if (content.includes('last words')) expect(text, what).toContain('last words')
    expect((await open(html)).requested, what).toEqual([])
  }
  expect(bait.takeConnections()).toEqual([])
})

test('sanitizeHtml: <embed> does not remove the rest of a page', async () => {
  const input = '<!DOCTYPE html><body><p>before</p><embed src="a.swf"><p>after</p><p>end</p></body>'
  for (const to of ['html', 'txt'] as const)
    expect(await readFile(await harness.convert({ input, from: 'html', to }), 'utf8')).toMatch(
      /before[\s\S]*after[\s\S]*end/,
    )
})

test('DOCX and PDF to HTML: nothing is requested', { timeout: 180_000 }, async () => {
  const hostileText = `<img src="${bait.targets.http}/text.png"> </p><script src="${bait.targets.http}/text.js">`
  const docx = await readFile(
    await harness.convert({ input: await reportDocx(), from: 'docx', to: 'html' }),
    'utf8',
  )
  expect((await open(withoutPolicy(docx))).requested).toEqual([])
  const inputPath = await harness.convert({ input: hostileText, from: 'txt', to: 'pdf' })
  const outputPath = join(folder, 'from-pdf.html')
  await pdfs.runStep({
    step: { ability: 'pdf-to-document', from: 'pdf', to: 'html', options: {} },
    inputPath,
    outputPath,
    signal: new AbortController().signal,
    onProgress: () => {},
  })
  const { requested, text } = await open(await readFile(outputPath, 'utf8'))
  expect(text).toContain('<script')
  expect(requested).toEqual([])
  expect(bait.takeConnections()).toEqual([])
})

test('control: a browser requests what the unsanitized pages reference', { timeout: 180_000 }, async () => {
  const requested = new Set<string>()
  const pages = hostilePages().filter(({ what }) => /style sheets|svg elements that load/.test(what))
  for (const { content } of pages) {
    const page = await browser.newPage()
    await page.route(/^http/, route => {
      requested.add(route.request().url())
      return route.abort()
    })
    await page.setContent(content.toString('utf8'), { waitUntil: 'commit' })
    await expect.poll(() => requested.size, { timeout: 60_000 }).toBeGreaterThan(3)
    await page.close()
  }
  expect(pages).toHaveLength(2)
})
