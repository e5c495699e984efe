/** Image tab: success, failure, cancellation and reload during a conversion. */
import { readFile } from 'node:fs/promises'
import { apiPaths } from '@filesmith/contract/api-paths'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { signUpOnPlan } from './accounts.ts'
import { fakeConversionEvents } from './fake-conversion-events.ts'
import { damagedFile, jpegFile, pngFile, slowFile } from './files.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

// The wait before a conversion is tested in wait-screen.
test.beforeEach(({ page }) => signUpOnPlan(page, 'pro'))

const dropInput = (page: Page) => page.getByRole('tabpanel', { name: 'Image' }).locator('input[type=file]')
const overlay = (page: Page) => page.getByRole('dialog')
const bar = (page: Page) => page.getByRole('progressbar', { name: 'Conversion progress' })

/** Toasts are also announced in a live region; this selects the visible one. */
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: /Notifications/ }).getByText(text, { exact: true })

async function upload(page: Page, file: Awaited<ReturnType<typeof pngFile>>): Promise<void> {
  await page.goto('/')
  await dropInput(page).setInputFiles(file)
  await expect(page.getByText('Upload complete!')).toBeVisible({ timeout: 30_000 })
}

async function choose(page: Page, format: string, quality: string): Promise<void> {
  await page.getByRole('group', { name: 'Output format' }).getByText(format, { exact: true }).click()
  await page.getByRole('group', { name: 'Quality' }).getByText(quality, { exact: true }).click()
}

/** From here on the page's timers advance only when the test does so. */
async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
}

const convert = (page: Page) => page.getByRole('button', { name: 'Convert Image' }).click()

test('CONV-01 CONV-07 CONV-09 CONV-11 CONV-21 REC-07 Image tab: an image is converted and downloaded in the selected format', async ({
  page,
}) => {
  await upload(page, await jpegFile('Café menu.jpg'))
  await choose(page, 'WEBP', 'High')
  const downloading = page.waitForEvent('download')
  await convert(page)
  await expect(overlay(page)).toBeVisible()
  await expect(toast(page, 'Success!')).toBeVisible()
  await expect(toast(page, 'Your image has been converted successfully.')).toBeVisible()
  await expect(overlay(page).getByText('Conversion complete!')).toBeVisible()
  await expect(bar(page)).toHaveAttribute('aria-valuenow', '100')

  const download = await downloading
  expect(download.suggestedFilename()).toBe('Café menu.webp')
  const image = await sharp(await readFile(await download.path())).metadata()
  expect(image).toMatchObject({ format: 'webp', width: 1200, height: 800 })

  const recent = page.getByRole('listitem').filter({ hasText: 'Café menu.jpg' })
  await expect(recent).toContainText('JPG')
  await expect(recent).toContainText('WEBP')
  await expect(recent).toContainText('Just now')
})

test('Image tab: a lost connection leaves page and file, and the conversion succeeds once it is back', async ({
  page,
  context,
}) => {
  const scripts = new Map<string, boolean>()
  page.on('request', request => {
    if (request.resourceType() === 'script') scripts.set(request.url(), false)
  })
  page.on('requestfinished', request => {
    if (scripts.has(request.url())) scripts.set(request.url(), true)
  })
  await upload(page, await pngFile('train.png'))
  // Loaded with the first action, so that it can say that the connection is lost.
  await expect.poll(() => [...scripts.keys()].some(url => url.includes('/toast-viewport-'))).toBe(true)
  await expect.poll(() => [...scripts.values()].every(isLoaded => isLoaded)).toBe(true)
  await context.setOffline(true)
  await convert(page)
  await expect(toast(page, 'There was an error converting your image.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(overlay(page)).toHaveCount(0)
  await expect(page.getByTitle('train.png')).toBeVisible()
  await context.setOffline(false)
  await convert(page)
  await expect(toast(page, 'Success!')).toBeVisible()
})

test('a toast whose code cannot be loaded leaves the page, and appears once the connection is back', async ({
  page,
}) => {
  await page.route('**/assets/toast-viewport-*', route => route.abort())
  await page.goto('/')
  const failed = page.waitForEvent('requestfailed')
  // Without a file a toast asks for one.
  await convert(page)
  await failed
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await page.unrouteAll()
  const notifications = page.getByRole('region', { name: /Notifications/ })
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      return notifications.getByText('Please', { exact: false }).count()
    })
    .toBeGreaterThan(0)
})

test('Image tab: converts, downloads and lists on a machine without a network, where the server is the machine itself', async ({
  page,
}) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false }))
  await upload(page, await pngFile('island.png'))
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  const downloading = page.waitForEvent('download')
  await convert(page)
  expect((await downloading).suggestedFilename()).toBe('island.png')
  await expect(page.getByRole('listitem').filter({ hasText: 'island.png' })).toContainText('Just now')
})

test('Image tab: a download that the server refuses leaves the page as it is', async ({ page }) => {
  await page.clock.install()
  await upload(page, await pngFile('refused.png'))
  await pauseClock(page)
  await convert(page)
  await expect(overlay(page).getByText('Conversion complete!')).toBeVisible()
  const [conversion] = await (await page.request.get(apiPaths.recentConversions)).json()
  expect((await page.request.delete(apiPaths.conversion(conversion.id))).ok()).toBe(true)
  const downloading = page.waitForEvent('download')
  await page.clock.runFor(800)
  expect(await (await downloading).failure()).toBe('canceled')
  await expect(overlay(page).getByText('Conversion complete!')).toBeVisible()
})

test('CONV-08 CONV-09 overlay: the download starts 800 ms after success and the overlay closes after 2500 ms', async ({
  page,
}) => {
  await page.clock.install()
  await upload(page, await pngFile())
  await pauseClock(page)
  let isDownloading = false
  page.on('download', () => {
    isDownloading = true
  })
  await convert(page)
  await expect(overlay(page).getByText('Conversion complete!')).toBeVisible()
  await page.clock.runFor(799)
  expect(isDownloading).toBe(false)
  await page.clock.runFor(1)
  await expect.poll(() => isDownloading).toBe(true)
  await page.clock.runFor(1699)
  await expect(overlay(page)).toBeVisible()
  await page.clock.runFor(1)
  await expect(overlay(page)).toBeHidden()
})

test('CONV-04 CONV-03 overlay: captions follow the percentage, and the bar never moves back', async ({
  page,
}) => {
  const steps = [
    { percent: 10, caption: 'Analyzing image' },
    { percent: 25, caption: 'Converting pixels' },
    { percent: 40, caption: 'Optimizing color space' },
    { percent: 60, caption: 'Applying selected format' },
    { percent: 55, caption: 'Applying selected format' },
    { percent: 80, caption: 'Fine-tuning quality' },
    { percent: 95, caption: 'Finishing up' },
  ]
  const events = await fakeConversionEvents(page, steps, {
    operation: 'convert-image',
    fileName: 'sunset.png',
    originalFormat: 'png',
    convertedFormat: 'png',
  })
  await upload(page, await pngFile())
  await convert(page)
  await events.expectEachStep()
})

test('CONV-13 CONV-14 CONV-15 CONV-18 Image tab: a damaged image fails with the server message, and the page recovers after 3 s', async ({
  page,
}) => {
  await page.clock.install()
  await upload(page, await damagedFile())
  await pauseClock(page)
  await convert(page)
  await expect(overlay(page).getByText('Conversion failed', { exact: true })).toBeVisible()
  await expect(
    overlay(page).getByText('There was an issue with your conversion. Please try again.'),
  ).toBeVisible()
  await expect(toast(page, 'Conversion failed')).toBeVisible()
  await expect(toast(page, 'This JPG file is damaged or incomplete and cannot be read.')).toBeVisible()
  await expect(page.locator('[data-variant=destructive]')).toHaveCount(1)
  await page.clock.runFor(2999)
  await expect(overlay(page)).toBeVisible()
  await page.clock.runFor(1)
  await expect(overlay(page)).toBeHidden()
  await expect(page.getByText('Upload complete!')).toBeVisible()
})

test('CONV-19 Image tab: canceling a running conversion leaves no result', async ({ page }) => {
  await upload(page, await slowFile())
  await choose(page, 'WEBP', 'High')
  await convert(page)
  await expect.poll(async () => Number(await bar(page).getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  await overlay(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(overlay(page)).toBeHidden()
  await expect(toast(page, 'Success!')).toHaveCount(0)
  await expect(page.getByText('No recent conversions found.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Convert Image' })).toBeEnabled()
})

test('CONV-02 CONV-20 Image tab: a reload shows the running conversion again, and then its result', async ({
  page,
}) => {
  await upload(page, await slowFile())
  await choose(page, 'WEBP', 'High')
  await convert(page)
  await expect.poll(async () => Number(await bar(page).getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  await page.reload()
  await expect(overlay(page)).toBeVisible()
  await expect(overlay(page).getByText('Conversion complete!')).toBeVisible({ timeout: 50_000 })
})

test('CONV-20 Image tab: a visitor who returns after completion finds the result', async ({ page }) => {
  await upload(page, await pngFile('later.png'))
  await convert(page)
  await expect(overlay(page).getByText('Conversion complete!')).toBeVisible()
  await page.goto('about:blank')
  await page.goto('/')
  const result = page.getByRole('group', { name: 'Your file is ready' })
  await expect(result).toBeVisible()
  const downloading = page.waitForEvent('download')
  await result.getByRole('link', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toBe('later.png')
})

test('REC-01 REC-03 REC-05 REC-06 recent list: opens, closes and downloads again', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText('No recent conversions found.')).toBeVisible()
  await page.getByRole('button', { name: 'Recent Conversions' }).click()
  await expect(page.getByText('No recent conversions found.')).toBeHidden()
  await page.getByRole('button', { name: 'Recent Conversions' }).click()
  await dropInput(page).setInputFiles(await pngFile('again.png'))
  await expect(page.getByText('Upload complete!')).toBeVisible()
  await choose(page, 'GIF', 'Low')
  await convert(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download again.png as GIF' }).click({ timeout: 20_000 })
  expect((await downloading).url()).toMatch(/\/api\/download\/[0-9a-f-]{36}$/)
})

test('REC-08 recent list: is not visible to another visitor', async ({ page, browser }) => {
  await upload(page, await pngFile('mine.png'))
  await convert(page)
  await expect(page.getByRole('listitem').filter({ hasText: 'mine.png' })).toBeVisible({ timeout: 20_000 })
  const otherVisitor = await browser.newPage()
  await otherVisitor.goto('/')
  await expect(otherVisitor.getByText('No recent conversions found.')).toBeVisible()
  await otherVisitor.close()
})

test('Image tab: a result can be deleted immediately', async ({ page }) => {
  await upload(page, await pngFile('gone.png'))
  await convert(page)
  await page.getByRole('button', { name: 'Delete now' }).click({ timeout: 20_000 })
  await expect(page.getByText('No recent conversions found.')).toBeVisible()
})
