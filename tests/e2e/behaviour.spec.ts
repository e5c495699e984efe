/** How the site behaves as a whole: cache, toasts, weight, keyboard, themes, accessibility. */
import { expect, type Page, test } from '@playwright/test'
import { beOnPlan } from './accounts.ts'
import { damagedFile, pngFile } from './files.ts'
import { inspectColors, inspectPage } from './inspect-page.ts'

// The wait before a conversion has tests of its own.
test.beforeEach(({ page }) => beOnPlan(page, 'pro'))

const dropInput = (page: Page) => page.getByRole('tabpanel', { name: 'Image' }).locator('input[type=file]')
const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ })

test('CACHE-01 CACHE-02 CACHE-03 nothing is fetched again by itself', async ({ page }) => {
  await page.clock.install()
  const calls: string[] = []
  page.on('request', request => {
    if (request.url().includes('/api/')) calls.push(request.url())
  })
  // The last that a page asks for by itself, after its first picture.
  const adConfig = page.waitForResponse('**/api/config/adsense')
  await page.goto('/')
  await expect(page.getByText('No recent conversions found.')).toBeVisible()
  await adConfig
  const before = calls.length
  await page.evaluate(() => {
    window.dispatchEvent(new Event('blur'))
    window.dispatchEvent(new Event('focus'))
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.clock.runFor('30:00')
  expect(calls).toHaveLength(before)
})

test('CACHE-04 REC-04 a failed load is not tried again by itself', async ({ page }) => {
  let calls = 0
  await page.route('**/api/conversions/recent', route => {
    calls += 1
    return route.fulfill({ status: 500, json: { code: 'internal', message: 'x' } })
  })
  await page.goto('/')
  await expect(page.getByText('Failed to fetch recent conversions')).toBeVisible()
  expect(calls).toBe(1)
})

test('TOAST-03 TOAST-06 a toast shows for 5 s, and F8 moves the focus to it', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  await page.getByRole('button', { name: 'Convert Image' }).waitFor()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await page.getByRole('button', { name: 'Convert Image' }).click()
  const toast = toasts(page).getByText('Please select a file first')
  await expect(toast).toBeVisible()
  await page.keyboard.press('F8')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[role=region]') !== null))
    .toBe(true)
  // Whoever is there is not hurried.
  await page.clock.runFor(60_000)
  await expect(toast).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await page.clock.runFor(4999)
  await expect(toast).toBeVisible()
  await page.clock.runFor(1)
  await expect(toast).toBeHidden()
})

for (const [distance, isDismissed] of [
  [120, true],
  [30, false],
] as const) {
  test(`TOAST-05 a swipe of ${distance} px ${isDismissed ? 'dismisses' : 'keeps'} the toast`, async ({
    page,
  }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Convert Image' }).click()
    const toast = page.locator('[data-variant=destructive]')
    const box = await toast.boundingBox()
    if (!box) throw new Error('there is no toast')
    const [x, y] = [box.x + 60, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let moved = 5; moved <= distance; moved += 5) await page.mouse.move(x + moved, y)
    await page.mouse.up()
    if (isDismissed) await expect(toast).toHaveCount(0)
    else await expect(toast).toHaveAttribute('data-state', 'open')
  })
}

test('the first load stays under 170 kB of compressed JavaScript and asks nobody outside', async ({
  page,
  baseURL,
}) => {
  const sizes: number[] = []
  const outside: string[] = []
  page.on('request', request => {
    if (!request.url().startsWith(baseURL ?? '') && !/^(data|blob):/.test(request.url()))
      outside.push(request.url())
  })
  page.on('response', async response => {
    if (!/javascript/.test(response.headers()['content-type'] ?? '')) return
    expect(response.headers()['content-encoding']).toMatch(/^(br|gzip)$/)
    sizes.push(Number(response.headers()['content-length']))
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  const total = sizes.reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(10_000)
  expect(total).toBeLessThan(170_000)
  expect(outside).toEqual([])
})

for (const width of [1440, 390]) {
  test(`nothing jumps on the way from opening to result at ${width} px, and nothing breaks the content policy`, async ({
    page,
  }) => {
    // As a visitor, with the wait before the conversion.
    await page.context().clearCookies()
    const complaints: string[] = []
    page.on('console', message => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.setViewportSize({ width, height: 900 })
    await page.addInitScript(() => {
      const shifts: string[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver(list => {
        for (const entry of list.getEntries()) {
          const { value, hadRecentInput } = entry as PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          }
          if (!hadRecentInput) shifts.push(value.toFixed(4))
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const shifts = () => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
    await page.goto('/')
    await expect(page.getByText('No recent conversions found.')).toBeVisible()
    expect(await shifts()).toEqual([])
    await dropInput(page).setInputFiles(await pngFile())
    await expect(page.getByRole('img', { name: 'Preview of sunset.png' })).toBeVisible()
    await page.getByRole('button', { name: 'Convert Image' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('dialog').getByText('Conversion complete!')).toBeVisible()
    await expect(page.getByRole('group', { name: 'Your file is ready' })).toBeVisible({ timeout: 20_000 })
    const total = (await shifts()).reduce((sum, shift) => sum + Number(shift), 0)
    expect(total).toBeLessThan(0.1)
    expect(complaints).toEqual([])
  })
}

test('the whole journey works with the keyboard alone', async ({ page }) => {
  // The browser asks us for files only from the first listener on; waiting for one comes too late for a fast key.
  page.on('filechooser', () => undefined)
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  const focusBy = async (key: string, isThere: () => Promise<boolean>) => {
    for (let presses = 0; presses < 60 && !(await isThere()); presses += 1) await page.keyboard.press(key)
    expect(await isThere()).toBe(true)
  }
  const isFocused = (selector: string) => () =>
    page.evaluate(wanted => document.activeElement?.matches(wanted) ?? false, selector)
  await focusBy('Tab', isFocused('input[type=file]'))
  const choosing = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await choosing).setFiles(await pngFile())
  await expect(page.getByText('Upload complete!')).toBeVisible()
  await focusBy('Tab', isFocused('[role=radio][value=png], input[type=radio][value=png]'))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'JPG' })).toBeChecked()
  await focusBy('Tab', () =>
    page.getByRole('button', { name: 'Convert Image' }).evaluate(it => it === document.activeElement),
  )
  const downloading = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await downloading).suggestedFilename()).toBe('sunset.jpg')
})

// Wide windows have every-screen.
test('on a phone axe finds nothing in either theme, and nothing sticks out', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const inspect = async (what: string) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await inspectPage(page, what)
    await page.emulateMedia({ colorScheme: 'dark' })
    await inspectColors(page, `${what}, dark`)
  }
  await page.goto('/')
  await expect(page.getByText('No recent conversions found.')).toBeVisible()
  await inspect('home')
  await dropInput(page).setInputFiles(await damagedFile())
  await expect(page.getByText('Upload complete!')).toBeVisible()
  await inspect('uploaded')
  await page.getByRole('button', { name: 'Convert Image' }).click()
  await expect(page.getByRole('dialog').getByText('Conversion failed', { exact: true })).toBeVisible()
  await inspect('failed')
  // It closes by itself, perhaps while it was looked at.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await dropInput(page).setInputFiles(await pngFile())
  await expect(page.getByText('Upload complete!')).toBeVisible()
  await page.getByRole('button', { name: 'Convert Image' }).click()
  await expect(page.getByRole('group', { name: 'Your file is ready' })).toBeVisible({ timeout: 20_000 })
  await inspect('result')
  await page.getByRole('tab', { name: 'Audio' }).click()
  await inspect('another tool')
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await inspect('not found')
})
