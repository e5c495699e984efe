/** Creative tools by keyboard alone, from selecting the file to the result. */
import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { drawClip } from '../support/clips.ts'
import { drawPng } from '../support/images.ts'
import { videoFile } from './files.ts'
import { chooseByKey, focusByKey, pressOn, recordAnnouncements } from './keyboard.ts'
import { button } from './locators.ts'

const toolPanel = (page: Page, name: string) => page.getByRole('tabpanel', { name, exact: true })
const dropZoneOf = (panel: Locator) => panel.locator('input[type=file]:not([webkitdirectory])').first()

test('image editor by keyboard: adjusts brightness, crops, undoes and downloads', async ({ page }) => {
  await recordAnnouncements(page)
  await page.goto('/tools/image')
  const panel = toolPanel(page, 'Image Editor')
  const image = { name: 'a.png', mimeType: 'image/png', buffer: await drawPng(600, 400) }
  await chooseByKey(dropZoneOf(panel), image)
  const brightness = panel.getByRole('slider', { name: 'Brightness', exact: true })
  await focusByKey(brightness)
  await page.keyboard.press('ArrowLeft')
  await expect(brightness).toHaveValue('99')
  await page.keyboard.press('Control+z')
  await expect(brightness).toHaveValue('100')
  await focusByKey(panel.getByRole('tab', { name: 'Adjust', exact: true }), 'Shift+Tab')
  await focusByKey(panel.getByRole('tab', { name: 'Crop', exact: true }), 'ArrowRight')
  await page.keyboard.press('Enter')
  const frame = panel.getByRole('region', { name: 'Crop area' })
  await focusByKey(frame, 'Shift+Tab')
  for (let press = 0; press < 25; press += 1) await page.keyboard.press('Shift+ArrowLeft')
  const width = panel.getByLabel('Crop width', { exact: true })
  await expect(width).toHaveValue('75')
  await pressOn(button(page, 'Apply Changes'))
  const downloading = page.waitForEvent('download')
  await pressOn(panel.getByRole('button', { name: /^Download/ }))
  const result = await readFile(await (await downloading).path())
  expect(await sharp(result).metadata()).toMatchObject({ width: 450, height: 400 })
})

test('audio editor by keyboard: trims and processes', async ({ page }) => {
  await recordAnnouncements(page)
  await page.goto('/tools/audio')
  await focusByKey(page.getByRole('tab', { name: 'Audio Converter' }))
  await focusByKey(page.getByRole('tab', { name: 'Audio Editor' }), 'ArrowRight')
  await page.keyboard.press('Enter')
  const panel = toolPanel(page, 'Audio Editor')
  const wav = await drawClip({ extension: 'wav', image: null, seconds: 4 })
  const file = { name: 'tone.wav', mimeType: 'audio/wav', buffer: wav }
  await chooseByKey(dropZoneOf(panel), file)
  const end = panel.getByRole('slider', { name: 'End of the selection' })
  await expect(end).toHaveAttribute('aria-valuemax', /^4/)
  await focusByKey(end)
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('Shift+ArrowLeft')
  await expect(end).toHaveAttribute('aria-valuenow', /^2(\.0+)?$/)
  await expect(panel.getByText('Upload complete!')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await pressOn(button(page, 'Process Audio'))
  expect((await downloading).suggestedFilename()).toMatch(/tone.*\.mp3$/)
})

test('GIF maker by keyboard: creates a GIF of the second half of a video', async ({ page }) => {
  await recordAnnouncements(page)
  await page.goto('/tools/gif')
  const panel = toolPanel(page, 'GIF Maker')
  await chooseByKey(dropZoneOf(panel), await videoFile('holiday.mp4'))
  const duration = panel.getByRole('slider', { name: 'Duration', exact: true })
  await expect(panel.getByText('Upload complete!')).toBeVisible()
  const before = Number(await duration.inputValue())
  await focusByKey(panel.getByRole('slider', { name: 'Clip start' }))
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowRight')
  await expect(duration).not.toHaveValue(String(before))
  const seconds = Number(await duration.inputValue())
  const downloading = page.waitForEvent('download')
  await pressOn(button(page, 'Create GIF'))
  const result = await readFile(await (await downloading).path())
  const { delay = [] } = await sharp(result, { animated: true }).metadata()
  expect(delay.reduce((sum, each) => sum + each, 0) / 1000).toBeCloseTo(seconds, 1)
})
