/** Creative tools on a phone by touch: dragging, pinching and tapping change the result. */
import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { drawClip } from '../support/clips.ts'
import { drawPng } from '../support/images.ts'
import { button } from './locators.ts'
import { centerOf, pinch, swipe } from './touch.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const toolPanel = (page: Page, name: string) => page.getByRole('tabpanel', { name, exact: true })

async function fileOf(page: Page, tap: () => Promise<void>): Promise<Buffer> {
  const downloading = page.waitForEvent('download')
  await tap()
  return readFile(await (await downloading).path())
}

test('image editor by touch: pinch zoom, cropping at a corner and download', async ({ page }) => {
  await page.goto('/tools/image')
  const panel = toolPanel(page, 'Image Editor')
  const image = { name: 'a.png', mimeType: 'image/png', buffer: await drawPng(600, 400) }
  await panel.locator('input[type=file]').first().setInputFiles(image)
  await expect(panel.getByRole('tab', { name: 'Edit', exact: true })).toHaveAttribute('aria-selected', 'true')
  const stage = panel.getByRole('region', { name: 'Image', exact: true })
  await pinch(page, await centerOf(stage), 60, 180)
  await expect.poll(async () => Number(await stage.getAttribute('data-zoom'))).toBeGreaterThan(1.5)
  await panel.getByRole('button', { name: 'Fit', exact: false }).first().tap()
  await expect(stage).toHaveAttribute('data-zoom', '1.00')

  await panel.getByRole('tab', { name: 'Crop', exact: true }).tap()
  await swipe(page, await centerOf(panel.locator('[data-handle=bottom-right]')), { x: -80, y: -60 })
  const width = panel.getByLabel('Crop width', { exact: true })
  await expect.poll(async () => Number(await width.inputValue())).toBeLessThan(90)
  const cutPercent = Number(await width.inputValue())
  await button(page, 'Apply Changes').tap()
  const result = await fileOf(page, () => panel.getByRole('button', { name: /^Download/ }).tap())
  const { width: pixels = 0 } = await sharp(result).metadata()
  expect(Math.abs(pixels - (600 * cutPercent) / 100)).toBeLessThanOrEqual(6)
})

test('audio editor by touch: trims at the end of the selection', async ({ page }) => {
  await page.goto('/tools/audio')
  await page.getByRole('tab', { name: 'Audio Editor' }).tap()
  const panel = toolPanel(page, 'Audio Editor')
  const wav = await drawClip({ extension: 'wav', image: null, seconds: 4 })
  await panel
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'tone.wav', mimeType: 'audio/wav', buffer: wav })
  const end = panel.getByRole('slider', { name: 'End of the selection' })
  await expect(end).toHaveAttribute('aria-valuemax', /^4/)
  await swipe(page, await centerOf(end), { x: -120, y: 0 })
  await expect.poll(async () => Number(await end.getAttribute('aria-valuenow'))).toBeLessThan(3.5)
  const seconds = Number(await end.getAttribute('aria-valuenow'))
  await panel.getByRole('group', { name: 'Output format' }).getByText('WAV', { exact: true }).tap()
  await expect(panel.getByText('Upload complete!')).toBeVisible()
  const result = await fileOf(page, () => button(page, 'Process Audio').tap())
  expect((result.length - 44) / 2 / 44_100).toBeCloseTo(seconds, 1)
})

test('GIF maker by touch: selects a part of a video on the filmstrip', async ({ page }) => {
  await page.goto('/tools/gif')
  const panel = toolPanel(page, 'GIF Maker')
  const video = await drawClip({ extension: 'mp4', seconds: 4 })
  await panel
    .locator('input[type=file]:not([webkitdirectory])')
    .first()
    .setInputFiles({ name: 'long.mp4', mimeType: 'video/mp4', buffer: video })
  const duration = panel.getByRole('slider', { name: 'Duration', exact: true })
  await expect(duration).toHaveValue('4')
  await swipe(page, await centerOf(panel.getByRole('slider', { name: 'Clip end' })), { x: -120, y: 0 })
  await expect.poll(async () => Number(await duration.inputValue())).toBeLessThan(3.5)
  const seconds = Number(await duration.inputValue())
  await expect(panel.getByText('Upload complete!')).toBeVisible()
  const result = await fileOf(page, () => button(page, 'Create GIF').tap())
  const { delay = [] } = await sharp(result, { animated: true }).metadata()
  expect(delay.reduce((sum, each) => sum + each, 0) / 1000).toBeCloseTo(seconds, 1)
})

test('resizer by touch: resizes an image', async ({ page }) => {
  await page.goto('/tools/resize')
  const panel = toolPanel(page, 'Image Resizer')
  const image = { name: 'a.png', mimeType: 'image/png', buffer: await drawPng(600, 400) }
  await panel.locator('input[type=file]:not([webkitdirectory])').first().setInputFiles(image)
  await panel.getByLabel('Width', { exact: true }).tap()
  await panel.getByLabel('Width', { exact: true }).fill('300')
  await expect(panel.getByText('Upload complete!').first()).toBeVisible()
  const result = await fileOf(page, () => button(page, 'Resize Images').tap())
  expect(await sharp(result).metadata()).toMatchObject({ width: 300, height: 200 })
})
