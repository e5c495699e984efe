/** First visit to the main screens in Chromium with an empty cache and 4x CPU throttling: script bytes, LCP and CLS. */
import { type Browser, chromium } from '@playwright/test'
import type { Bench, BenchRow } from './bench.ts'
import { startMeasuredServer } from './support/measured-server.ts'
import { median } from './support/median.ts'

const visits = 3
const slowdown = 4
/** Core Web Vitals thresholds; the script budget is our own, lower for the home page than for tool pages. */
const goals = { scriptKb: 170, largestPaintMs: 2500, layoutShift: 0.1 }
const goalsBeyondHome = { ...goals, scriptKb: 220 }

const screens = [
  '/',
  '/tools/pdf',
  '/tools/image',
  '/premium/plans',
  '/pricing',
  '/sign-up',
  '/help',
  '/terms',
]

interface Visit {
  readonly scriptKb: number
  readonly largestPaintMs: number
  readonly layoutShift: number
}

export const bench: Bench = {
  name: 'page-load',
  async run() {
    const server = await startMeasuredServer()
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium-headless-shell',
      args: ['--no-sandbox'],
    })
    try {
      const rows: BenchRow[] = []
      for (const path of screens) {
        const measured: Visit[] = []
        for (let visit = 0; visit < visits; visit += 1)
          measured.push(await visitOnce(browser, server.baseUrl, path))
        rows.push(...rowsOf(path, measured))
      }
      return rows
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}

function rowsOf(path: string, measured: readonly Visit[]): BenchRow[] {
  const row = (what: string, key: keyof Visit, unit: string): BenchRow => {
    const value = median(measured.map(visit => visit[key]))
    const goal = (path === '/' ? goals : goalsBeyondHome)[key]
    return { what: `${path}: ${what}`, value, unit, goal: `at most ${goal}`, isMet: value <= goal }
  }
  return [
    row('JavaScript of the first load, gzip', 'scriptKb', 'kB'),
    row('largest contentful paint', 'largestPaintMs', 'ms'),
    row('cumulative layout shift', 'layoutShift', ''),
  ]
}

async function visitOnce(browser: Browser, baseUrl: string, path: string): Promise<Visit> {
  // gzip is comparable with other sites; browsers get Brotli, which is smaller.
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    extraHTTPHeaders: { 'accept-encoding': 'gzip' },
  })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    let scriptBytes = 0
    page.on('response', response => {
      const { 'content-type': type = '', 'content-length': length = '0' } = response.headers()
      if (type.includes('javascript')) scriptBytes += Number(length)
    })
    await page.addInitScript(watchPaint)
    await page.goto(baseUrl + path, { waitUntil: 'networkidle' })
    await page.locator('main h1').waitFor()
    const measured = await page.evaluate(
      () => (window as unknown as { measured: Omit<Visit, 'scriptKb'> }).measured,
    )
    return { scriptKb: scriptBytes / 1000, ...measured }
  } finally {
    await context.close()
  }
}

/** Runs in the page before its own scripts. */
function watchPaint(): void {
  const measured = { largestPaintMs: 0, layoutShift: 0 }
  Object.assign(window, { measured })
  new PerformanceObserver(list => {
    for (const { startTime } of list.getEntries()) measured.largestPaintMs = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries())
      measured.layoutShift += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}
