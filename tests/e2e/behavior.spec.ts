/** Site-wide behavior: caching, toasts, bundle size, layout shift, keyboard, themes and accessibility. */

import { expect, type Page, test } from '@playwright/test'
import { everyNth } from '../support/thorough.ts'
import { signUpOnPlan } from './accounts.ts'
import { damagedFile, pngFile } from './files.ts'
import { inspectColors, inspectPage } from './inspect-page.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

// The wait before a conversion is tested in wait-screen.
test.beforeEach(({ page }) => signUpOnPlan(page, 'pro'))

const dropInput = (page: Page) => page.getByRole('tabpanel', { name: 'Image' }).locator('input[type=file]')
const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ })

test('CACHE-01 CACHE-02 CACHE-03 queries: nothing is refetched automatically', async ({ page }) => {
  await page.clock.install()
  const calls: string[] = []
  page.on('request', request => {
    if (request.url().includes('/api/')) calls.push(request.url())
  })
  // The last request that a page makes by itself after its first paint.
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

test('TOAST-03 TOAST-06 toast: visible for 5 s, and F8 moves the focus to it', async ({ page }) => {
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
  // The timer is paused while the toast has focus.
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
  test(`TOAST-05 toast: a swipe of ${distance} px ${isDismissed ? 'dismisses' : 'keeps'} it`, async ({
    page,
  }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Convert Image' }).click()
    const toast = page.locator('[data-variant=destructive]')
    const box = await toast.boundingBox()
    if (!box) throw new Error('toast not found')
    const [x, y] = [box.x + 60, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let moved = 5; moved <= distance; moved += 5) await page.mouse.move(x + moved, y)
    await page.mouse.up()
    if (isDismissed) await expect(toast).toHaveCount(0)
    else await expect(toast).toHaveAttribute('data-state', 'open')
  })
}

test('first load: less than 137 kB of compressed JavaScript, without zod, and no third-party requests', async ({
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
    expect(response.url()).not.toContain('/zod-')
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  const total = sizes.reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(10_000)
  expect(total).toBeLessThan(137_000)
  expect(outside).toEqual([])
})

for (const width of everyNth(2, [390, 1440])) {
  test(`conversion at ${width} px: no layout shift and no Content-Security-Policy violation`, async ({
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

test('conversion: works by keyboard alone', async ({ page }) => {
  // File choosers are intercepted only once there is a listener; waitForEvent would register too late for a fast key
  // press.
  page.on('filechooser', () => undefined)
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  const focusBy = async (key: string, isThere: () => Promise<boolean>) => {
    for (let presses = 0; presses < 60 && !(await isThere()); presses += 1) await page.keyboard.press(key)
    expect(await isThere()).toBe(true)
  }
  const isFocused = (selector: string) => () =>
    page.evaluate(target => document.activeElement?.matches(target) ?? false, selector)
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

// Wide windows are tested in every-screen.
test('home page on a phone: passes axe in both themes, without horizontal overflow', async ({ page }) => {
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
  // It closes by itself, perhaps during the inspection.
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
