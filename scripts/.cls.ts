import { chromium } from '@playwright/test'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { freePort, startProcess } from '/work/wt-screens/tests/support/server-process.ts'
async function startSite() { const d = await mkdtemp('/tmp/fs-cls-'); await chmod(d, 0o755); const port = await freePort(); const baseUrl = 'http://127.0.0.1:' + port; const server = startProcess('main-all', { PORT: String(port), DATA_DIR: d }); for (let i = 0; i < 300; i++) { const r = await fetch(baseUrl + '/healthz').catch(() => undefined); if (r?.status === 200) break; await new Promise(f => setTimeout(f, 1000)) } return { baseUrl, stop: async () => { server.kill('SIGTERM'); await server.ended(); await rm(d, { recursive: true, force: true }) } } }
const site = await startSite()
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const paths = process.argv[2] ? process.argv.slice(2) : ['/', '/tools', '/tools/pdf','/tools/batch','/tools/ocr','/tools/compress','/tools/image','/tools/audio','/tools/translate','/tools/gif','/tools/resize','/tools/video2text','/premium/plans','/pricing','/sign-in','/sign-up','/forgot-password','/contact','/help','/help/tutorials','/help/getting-started','/about','/privacy','/terms','/nope','/checkout']
try { for (const path of paths) for (const [width,height] of [[1280,900],[390,844]] as const) {
  const context = await browser.newContext({ viewport: { width, height } , extraHTTPHeaders: { 'accept-encoding': 'gzip' }})
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  let bytes = 0
  page.on('response', r => { const h = r.headers(); if ((h['content-type']??'').includes('javascript')) bytes += Number(h['content-length'] ?? 0) })
  await page.addInitScript(() => { const seen: any = { cls: 0, lcp: 0, src: [] }; (window as any).seen = seen
    new PerformanceObserver(l => { for (const e of l.getEntries() as any) { seen.cls += e.value; seen.src.push(e.value.toFixed(4) + '@' + Math.round(e.startTime) + ' ' + e.sources.map((s: any) => `${s.node?.nodeName ?? '?'}.${String(s.node?.className ?? '').slice(0, 30)} ${Math.round(s.previousRect.y)}+${Math.round(s.previousRect.height)}>${Math.round(s.currentRect.y)}+${Math.round(s.currentRect.height)}`).join(' | ')) } }).observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver(l => { for (const e of l.getEntries() as any) seen.lcp = e.startTime }).observe({ type: 'largest-contentful-paint', buffered: true }) })
  await page.goto(site.baseUrl + path, { waitUntil: 'networkidle' })
  await page.locator('main h1').waitFor()
  const s = await page.evaluate(() => (window as any).seen)
  console.log(path, width, 'cls', s.cls.toFixed(4), 'lcp', Math.round(s.lcp), 'kB', (bytes/1000).toFixed(1)); for (const x of s.src) console.log('     ', x)
  await context.close()
} } finally { await browser.close(); await site.stop() }
