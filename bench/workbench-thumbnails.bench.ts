/** A PDF of 1,000 pages in the PDF Workbench, in Chromium without a GPU: first thumbnail, and frames while it is scrolled. */
import { readFile } from 'node:fs/promises'
import { pdfLib } from '@filesmith/engines/pdf-tools/edited-pdf.fixture'
import { type Browser, chromium } from '@playwright/test'
import type { Bench } from './bench.ts'
import { startMeasuredServer } from './support/measured-server.ts'
import { median } from './support/median.ts'

const pageCount = 1000
const visits = 3
/** Of the whole document. */
const scrollMs = 4000

interface Visit {
  readonly firstThumbnailMs: number
  readonly medianFrameMs: number
  /** Frames that took longer than a tenth of a second, in percent. */
  readonly slowPercent: number
}

export const bench: Bench = {
  name: 'workbench-thumbnails',
  async run() {
    const pdf = await longPdf()
    const server = await startMeasuredServer()
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium-headless-shell',
      args: ['--no-sandbox'],
    })
    try {
      const measured: Visit[] = []
      for (let visit = 0; visit < visits; visit += 1)
        measured.push(await visitOnce(browser, server.baseUrl, pdf))
      const value = (key: keyof Visit) => median(measured.map(visit => visit[key]))
      const firstMs = value('firstThumbnailMs')
      return [
        {
          what: `first thumbnail of ${pageCount} pages (${Math.round(pdf.length / 1e3)} kB) after the file is chosen`,
          value: firstMs,
          unit: 'ms',
          goal: 'at most 1000',
          isMet: firstMs <= 1000,
        },
        {
          what: 'one frame while all pages are scrolled by in 4 s',
          value: value('medianFrameMs'),
          unit: 'ms',
        },
        { what: 'frames of more than 100 ms', value: value('slowPercent'), unit: '%' },
      ]
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}

/** Pages of text with headings, a thousand times. */
async function longPdf(): Promise<Buffer> {
  const sample = new URL('../tests/corpus/samples/pdf/prose.pdf', import.meta.url)
  const source = await pdfLib.PDFDocument.load(await readFile(sample))
  const pdf = await pdfLib.PDFDocument.create()
  const indices = Array.from({ length: pageCount }, (_, index) => index % source.getPageCount())
  for (const page of await pdf.copyPages(source, indices)) pdf.addPage(page)
  return Buffer.from(await pdf.save())
}

async function visitOnce(browser: Browser, baseUrl: string, buffer: Buffer): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  try {
    const page = await context.newPage()
    await page.goto(`${baseUrl}/tools/workbench`, { waitUntil: 'networkidle' })
    const input = page.locator('input[type=file]:not([webkitdirectory])').first()
    const startedAt = performance.now()
    await input.setInputFiles({ name: 'long.pdf', mimeType: 'application/pdf', buffer })
    const grid = page.getByRole('grid', { name: 'Pages' })
    await grid.locator('canvas:visible').first().waitFor()
    const firstThumbnailMs = performance.now() - startedAt
    const frames = await grid.evaluate(scrollThrough, scrollMs)
    const slow = frames.filter(ms => ms > 100).length
    return { firstThumbnailMs, medianFrameMs: median(frames), slowPercent: (100 * slow) / frames.length }
  } finally {
    await context.close()
  }
}

/** Runs in the page. Returns the length of each frame. */
async function scrollThrough(grid: Element, duration: number): Promise<number[]> {
  const chain: Element[] = []
  for (let each: Element | null = grid; each; each = each.parentElement) chain.push(each)
  const scrolled =
    chain.find(
      each => each.scrollHeight > each.clientHeight + 100 && getComputedStyle(each).overflowY !== 'visible',
    ) ?? document.documentElement
  const frames: number[] = []
  const startedAt = performance.now()
  for (let last = startedAt; last - startedAt < duration; ) {
    const now: number = await new Promise(requestAnimationFrame)
    frames.push(now - last)
    last = now
    scrolled.scrollTop = (scrolled.scrollHeight - scrolled.clientHeight) * ((now - startedAt) / duration)
  }
  return frames.slice(1)
}
