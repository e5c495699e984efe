import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { jpegFile, pngFile, speechVideoFile } from './tests/e2e/files.ts'
import { takeRole } from './tests/support/screens/take-role.ts'
const base = 'http://127.0.0.1:4391'
const only = process.argv.slice(2)
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] })
const shot = async (p: Page, name: string) => { await p.waitForTimeout(400); await p.screenshot({ path: `/tmp/v26/g-${name}.png`, fullPage: !name.startsWith('toast') }) }
const tiff = async () => ({ name: 'scan.tiff', mimeType: 'image/tiff', buffer: await sharp(Buffer.alloc(300*900*3, 90), { raw: { width: 300, height: 900, channels: 3, pageHeight: 300 } }).tiff().toBuffer() })
const moments: Record<string, [string, string, (p: Page, size: string) => Promise<void>]> = {
  translate: ['member', '/tools/translate', async (p, s) => { await p.locator('main textarea').first().fill('Please don’t forget the meeting on 12 May at 3 pm.\nThe old lighthouse stands on the northern shore.'); await shot(p, `translate-${s}`); await p.getByRole('button', { name: 'Translate', exact: true }).click(); await p.waitForTimeout(6000); await shot(p, `translated-${s}`) }],
  resize: ['member', '/tools/resize', async (p, s) => { await p.locator('main input[type=file]:not([webkitdirectory])').first().setInputFiles([await pngFile(), await jpegFile(), await tiff()]); await p.getByText(/3 pages/).first().waitFor(); await shot(p, `resize-${s}`) }],
  checkout: ['customer', '/checkout?planId=3&amount=95.9', async (p, s) => { await p.waitForTimeout(1500); await shot(p, `checkout-${s}`) }],
  toast: ['visitor', '/', async (p, s) => { await p.getByRole('button', { name: 'Convert Image', exact: true }).click(); await p.waitForTimeout(300); await shot(p, `toast-${s}`) }],
  several: ['customer', '/', async (p, s) => { await p.locator('main input[type=file]').first().setInputFiles([await pngFile(), await jpegFile(), await tiff()]); await p.getByText(/3 pages/).first().waitFor(); await shot(p, `several-${s}`); await p.getByText('JPG', { exact: true }).click(); await p.getByRole('button', { name: 'Convert Files', exact: true }).click(); await p.getByText('Compare').first().waitFor({timeout: 60000}); await p.getByText('Compare').first().click(); await p.waitForTimeout(800); await shot(p, `several-done-${s}`) }],
  one: ['customer', '/', async (p, s) => { await p.locator('main input[type=file]').first().setInputFiles(await jpegFile()); await p.getByText('Upload complete!').waitFor(); await p.getByText('More formats').click(); await p.getByText('TIFF', { exact: true }).click(); await p.getByRole('button', { name: 'Convert Image', exact: true }).click(); await p.getByRole('slider').waitFor({timeout: 60000}); await p.getByRole('dialog').waitFor({ state: 'hidden' }); await p.getByRole('slider').focus(); await p.keyboard.press('ArrowLeft'); console.log('slider', await p.getByRole('slider').inputValue()); await shot(p, `one-${s}`); const box = await p.getByRole('slider').boundingBox(); await p.mouse.click(box!.x + box!.width*0.8, box!.y+50); console.log('clicked 80%', await p.getByRole('slider').inputValue()) }],
  plans: ['visitor', '/premium/plans', async (p, s) => { await shot(p, `plans-${s}`) }],
  transcript: ['visitor', '/tools/video2text', async (p, s) => { await p.locator('main input[type=file]').first().setInputFiles(await speechVideoFile()); await p.getByText('Upload complete!').waitFor(); await p.getByRole('button', { name: 'Extract Text from Video', exact: true }).click(); await p.locator('main textarea').first().waitFor({ timeout: 240000 }); await shot(p, `transcript-${s}`) }],
}
for (const [name, [role, path, act]] of Object.entries(moments)) {
  if (only.length && !only.includes(name)) continue
  for (const [s, o] of [['1280', { viewport: { width: 1280, height: 900 }, colorScheme: 'light' }], ['390', { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true, isMobile: true }]] as const) {
    const c = await b.newContext({ baseURL: base, reducedMotion: 'reduce', ...o })
    try { await takeRole(c.request, role as 'visitor', '/tmp/v26/data'); const p = await c.newPage(); await p.goto(path, { waitUntil: 'networkidle' }); await act(p, s); console.log(name, s, 'ok') } catch (e) { console.log(name, s, String(e).slice(0, 300)) }
    await c.close()
  }
}
await b.close()
