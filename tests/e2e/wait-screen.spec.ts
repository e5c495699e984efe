/** Wait screen before a conversion, for visitors and the Free plan. */

import { expect, type Page, test } from '@playwright/test'
import { partOf } from '../support/thorough.ts'
import { signUpOnPlan } from './accounts.ts'
import { audioFile, pngFile, videoFile } from './files.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

type Tab = 'Image' | 'Video' | 'Audio'

const files = { Image: pngFile, Video: videoFile, Audio: audioFile }
const panel = (page: Page, tab: Tab) => page.getByRole('tabpanel', { name: tab })
const wait = (page: Page) => page.getByRole('dialog')
const proceed = (page: Page) => wait(page).getByRole('button', { name: 'Continue' })

interface Calls {
  readonly conversions: string[]
  readonly impressions: unknown[]
}

function countCalls(page: Page): Calls {
  const calls: Calls = { conversions: [], impressions: [] }
  page.on('request', request => {
    if (request.url().includes('/api/convert/')) calls.conversions.push(request.url())
    if (request.url().endsWith('/api/ad-impression')) calls.impressions.push(request.postDataJSON())
  })
  return calls
}

/** From here on the page's timers advance only when the test does so. */
async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
}

async function uploadOn(page: Page, tab: Tab): Promise<void> {
  await page.goto('/')
  await page.getByRole('tab', { name: tab }).click()
  await panel(page, tab)
    .locator('input[type=file]')
    .setInputFiles(await files[tab]())
  await expect(panel(page, tab).getByText('Upload complete!')).toBeVisible()
}

const pressConvert = (page: Page, tab: Tab) =>
  panel(page, tab)
    .getByRole('button', { name: `Convert ${tab}` })
    .click()

for (const [id, tab, seconds] of [
  ['WAIT-02', 'Image', 7],
  ['WAIT-03', 'Video', 5],
  ['WAIT-03', 'Audio', 5],
] as const) {
  test(`WAIT-01 ${id} WAIT-04 WAIT-05 WAIT-06 WAIT-08 wait screen: visitors wait ${seconds} s on the ${tab} tab`, async ({
    page,
  }) => {
    const calls = countCalls(page)
    await page.clock.install()
    await uploadOn(page, tab)
    await pauseClock(page)
    await pressConvert(page, tab)
    await expect(wait(page)).toBeVisible()
    await expect(wait(page).getByText('Advertisement', { exact: true })).toBeVisible()
    await expect(wait(page).getByRole('timer')).toHaveText(new RegExp(`\\b${seconds}\\b`))
    await expect(proceed(page)).toBeDisabled()
    await page.clock.runFor(seconds * 1000 - 100)
    await expect(proceed(page)).toBeDisabled()
    expect(calls.impressions).toEqual([])
    await page.clock.runFor(100)
    await expect(proceed(page)).toBeEnabled()
    await expect
      .poll(() => calls.impressions)
      .toEqual([
        {
          adUnitId: expect.stringMatching(/\w/),
          pageUrl: page.url(),
          adPosition: 'pre-conversion',
          deviceType: 'desktop',
        },
      ])
    await page.clock.runFor(60_000)
    expect(calls.impressions).toHaveLength(1)
    expect(calls.conversions).toEqual([])
    await proceed(page).click()
    await expect.poll(() => calls.conversions).toHaveLength(1)
    await expect(wait(page).getByText('Conversion complete!')).toBeVisible({ timeout: 20_000 })
  })
}

test('WAIT-01 WAIT-03 wait screen: 5 s in extract mode', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  await page.getByRole('tab', { name: 'Audio' }).click()
  await panel(page, 'Audio').getByText('Extract audio from video').click()
  await panel(page, 'Audio')
    .locator('input[type=file]')
    .setInputFiles(await videoFile())
  await expect(panel(page, 'Audio').getByText('Upload complete!')).toBeVisible()
  await pauseClock(page)
  await panel(page, 'Audio').getByRole('button', { name: 'Extract Audio' }).click()
  await expect(wait(page)).toBeVisible()
  await page.clock.runFor(4900)
  await expect(proceed(page)).toBeDisabled()
  await page.clock.runFor(100)
  await expect(proceed(page)).toBeEnabled()
})

for (const [width, deviceType] of [
  [767, 'mobile'],
  [768, 'desktop'],
] as const) {
  test(`WAIT-09 ad impression: a window of ${width} px is reported as ${deviceType}`, async ({ page }) => {
    const calls = countCalls(page)
    await page.setViewportSize({ width, height: 800 })
    await page.clock.install()
    await uploadOn(page, 'Image')
    await pauseClock(page)
    await pressConvert(page, 'Image')
    await expect(wait(page)).toBeVisible()
    await page.clock.runFor(7000)
    await expect.poll(() => calls.impressions).toMatchObject([{ deviceType }])
  })
}

for (const plan of ['basic', 'pro'] as const) {
  test(`WAIT-07 wait screen: not shown on ${plan}`, async ({ page }) => {
    const calls = countCalls(page)
    await signUpOnPlan(page, plan)
    const tabs = partOf(
      ['Image', 'Video', 'Audio'],
      plan === 'basic' ? ['Image', 'Video', 'Audio'] : ['Image'],
    )
    for (const tab of tabs) {
      await uploadOn(page, tab)
      await pressConvert(page, tab)
      await expect(wait(page).getByText('Conversion complete!')).toBeVisible({ timeout: 20_000 })
      await page.evaluate(() => localStorage.clear())
    }
    expect(calls.conversions).toHaveLength(tabs.length)
    expect(calls.impressions).toEqual([])
  })
}

test('wait screen: going back or reloading loses nothing', async ({ page }) => {
  const calls = countCalls(page)
  await uploadOn(page, 'Image')
  await pressConvert(page, 'Image')
  await expect(wait(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(wait(page)).toBeHidden()
  await expect(panel(page, 'Image').getByText('Upload complete!')).toBeVisible()
  await pressConvert(page, 'Image')
  await expect(wait(page)).toBeVisible()
  await page.reload()
  await expect(panel(page, 'Image').getByText('Files ready to process')).toBeVisible()
  await expect(panel(page, 'Image').getByRole('group', { name: 'Options' })).toBeVisible()
  expect(calls.conversions).toEqual([])
})

test('wait screen: completes in real time, and Enter starts the conversion', async ({ page }) => {
  await uploadOn(page, 'Audio')
  await pressConvert(page, 'Audio')
  await expect(proceed(page)).toBeDisabled()
  await expect(proceed(page)).toBeEnabled({ timeout: 8000 })
  await expect(proceed(page)).toBeFocused()
  const downloading = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await downloading).suggestedFilename()).toBe('song.mp3')
})
