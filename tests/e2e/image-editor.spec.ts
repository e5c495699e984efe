/** Image editor: tabs, live preview of every setting, and the result. */
import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { drawPng } from '../support/images.ts'
import { expectToast } from './accounts.ts'
import { inspectPage } from './inspect-page.ts'
import { button } from './locators.ts'

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Image Editor' })
const tab = (page: Page, name: string) => panel(page).getByRole('tab', { name, exact: true })
const slider = (page: Page, name: string) => panel(page).getByRole('slider', { name, exact: true })
const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  panel(page).locator('input[type=file]').first().setInputFiles({ name, mimeType, buffer })

/** Left half red, right half blue, so that rotation, flips and colors are detectable. */
function halves(width = 120, height = 60): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="50%" height="100%" fill="#d02020"/><rect x="50%" width="50%" height="100%" fill="#2020d0"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

async function open(page: Page): Promise<void> {
  await page.goto('/tools/image')
  await choose(page, 'halves.png', 'image/png', await halves())
  await expect(tab(page, 'Edit')).toBeEnabled()
  if ((await tab(page, 'Edit').getAttribute('aria-selected')) !== 'true') await tab(page, 'Edit').click()
  await expect(slider(page, 'Brightness')).toBeVisible()
}

async function applyAndDownload(page: Page, format?: string): Promise<Buffer> {
  await button(page, 'Apply Changes').click()
  await expect(tab(page, 'Preview')).toHaveAttribute('aria-selected', 'true')
  if (format)
    await panel(page).getByRole('group', { name: 'Format' }).getByText(format, { exact: true }).click()
  const downloading = page.waitForEvent('download')
  await panel(page)
    .getByRole('button', { name: /^(Download|Create)/ })
    .click()
  return readFile(await (await downloading).path())
}

async function pixel(bytes: Buffer, left: number, top: number): Promise<number[]> {
  const area = { left, top, width: 1, height: 1 }
  return [...(await sharp(bytes).removeAlpha().extract(area).raw().toBuffer())]
}

/** Red value at the center of the left half of the preview. */
async function shownRed(page: Page): Promise<number> {
  const image = await panel(page).locator('canvas').first().screenshot()
  const { width = 0, height = 0 } = await sharp(image).metadata()
  const [red = 0] = await pixel(image, Math.round(width * 0.4), Math.round(height / 2))
  return red
}

test('IMG-01 IMG-02 IMG-03 IMG-04 IMG-05 IMG-16 image editor: tabs in order, rejected files, premium features', async ({
  page,
}) => {
  await page.goto('/tools/image')
  const steps = panel(page).getByRole('tablist', { name: 'Steps' }).getByRole('tab')
  await expect(steps).toHaveText(['Upload', 'Edit', 'Preview'])
  await expect(steps.nth(1)).toBeDisabled()
  await expect(steps.nth(2)).toBeDisabled()
  await expect(page.getByText(/layers, masks and AI enhancement/)).toBeVisible()
  await choose(page, 'notes.txt', 'text/plain', Buffer.from('no image'))
  await expect(page.getByText('Please upload an image file (jpg, png, gif, etc.)').first()).toBeVisible()
  await choose(page, 'huge.png', 'image/png', Buffer.alloc(20 * 1024 * 1024 + 1))
  await expect(page.getByText('Please upload an image smaller than 20MB').first()).toBeVisible()
  await expect(steps.nth(1)).toBeDisabled()
  await inspectPage(page, 'image editor')
})

test('IMG-06 IMG-07 IMG-08 IMG-13 image editor: sliders with their bounds change the preview while they move', async ({
  page,
}) => {
  await open(page)
  for (const [name, max, step, defaultValue] of [
    ['Brightness', '200', '1', '100'],
    ['Contrast', '200', '1', '100'],
    ['Saturation', '200', '1', '100'],
    ['Blur', '10', '0.1', '0'],
  ] as const) {
    await expect(slider(page, name)).toHaveAttribute('max', max)
    await expect(slider(page, name)).toHaveAttribute('step', step)
    await expect(slider(page, name)).toHaveValue(defaultValue)
  }
  await inspectPage(page, 'image editor at work')
  expect(await shownRed(page)).toBeGreaterThan(190)
  await slider(page, 'Brightness').fill('0')
  await expect.poll(() => shownRed(page)).toBeLessThan(10)
  await page.keyboard.press('Control+z')
  await expect(slider(page, 'Brightness')).toHaveValue('100')
  await expect.poll(() => shownRed(page)).toBeGreaterThan(190)
  await tab(page, 'Rotate & flip').click()
  await expect(slider(page, 'Rotate')).toHaveAttribute('max', '360')
})

test('IMG-13 image editor: WebGL and the CPU renderer show the same image', async ({ browser, baseURL }) => {
  const shown: Record<string, number> = {}
  for (const painter of ['webgl', 'canvas']) {
    const page = await browser.newPage({ ...(baseURL === undefined ? {} : { baseURL }) })
    if (painter === 'webgl') await page.addInitScript(pretendGpu)
    await open(page)
    await expect(panel(page).locator('canvas').first()).toHaveAttribute('data-drawn-by', painter)
    const untouched = await shownRed(page)
    await slider(page, 'Brightness').fill('60')
    await slider(page, 'Contrast').fill('80')
    await slider(page, 'Blur').fill('1.5')
    await expect.poll(() => shownRed(page)).toBeLessThan(untouched - 50)
    // Once idle, the preview is rendered again at full resolution.
    await page.waitForTimeout(400)
    shown[painter] = await shownRed(page)
    await page.close()
  }
  expect(Math.abs((shown.webgl ?? 0) - (shown.canvas ?? 255))).toBeLessThanOrEqual(2)
})

/** WebGL is rendered in software here; hides that, so that the page uses it as with a GPU. */
function pretendGpu(): void {
  const { prototype } = WebGL2RenderingContext
  const getParameter = prototype.getParameter
  prototype.getParameter = function (name: number) {
    const isRendererName = name === this.getExtension('WEBGL_debug_renderer_info')?.UNMASKED_RENDERER_WEBGL
    return isRendererName ? 'A card' : getParameter.call(this, name)
  }
}

test('IMG-09 IMG-11 IMG-14 IMG-15 image editor: rotated, inverted and applied, the file matches the preview', async ({
  page,
}) => {
  await open(page)
  await tab(page, 'Rotate & flip').click()
  await button(page, 'Flip horizontal').click()
  await button(page, 'Rotate right').click()
  await tab(page, 'Filters').click()
  const filters = panel(page).getByRole('radio')
  await expect(filters).toHaveCount(7)
  await panel(page).getByRole('radio', { name: 'Invert' }).check()
  const file = await applyAndDownload(page)
  const { format, width, height } = await sharp(file).metadata()
  expect([format, width, height]).toEqual(['png', 60, 120])
  // After flip and rotation blue is on top; inverted it is yellow, and red below is cyan.
  const [upper, lower] = [await pixel(file, 30, 10), await pixel(file, 30, 110)]
  expect(upper).toEqual([223, 223, 47])
  expect(lower).toEqual([47, 223, 223])
})

test('IMG-10 IMG-12 image editor: crops by numbers and by keyboard, and resizes', async ({ page }) => {
  await open(page)
  await tab(page, 'Crop').click()
  const part = (name: string) => panel(page).getByLabel(name, { exact: true })
  await part('Crop width').fill('50')
  await part('Crop width').press('Tab')
  await expect(part('X')).toHaveValue('0')
  await tab(page, 'Resize').click()
  await expect(part('Maintain aspect ratio')).toBeChecked()
  await part('Width').fill('30')
  await part('Width').press('Tab')
  const file = await applyAndDownload(page, 'JPG')
  const { format, width, height } = await sharp(file).metadata()
  expect([format, width, height]).toEqual(['jpeg', 30, 30])
  const [red = 0, , blue = 255] = await pixel(file, 28, 15)
  expect([red > 180, blue < 60]).toEqual([true, true])
})

test('image editor: a format that browsers cannot write is created by the server with the same settings', async ({
  page,
}) => {
  await open(page)
  await tab(page, 'Filters').click()
  await panel(page).getByRole('radio', { name: 'Grayscale' }).check()
  const file = await applyAndDownload(page, 'TIFF')
  expect((await sharp(file).metadata()).format).toBe('tiff')
  const [red = 0, green = 255, blue = 255] = await pixel(file, 10, 30)
  expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThanOrEqual(1)
})

test('image editor: a format that browsers cannot read is opened through the server', async ({ page }) => {
  const tiff = await sharp(await drawPng(200, 100))
    .tiff()
    .toBuffer()
  await page.goto('/tools/image')
  await choose(page, 'scan.tiff', 'image/tiff', tiff)
  await expect(tab(page, 'Edit')).toBeEnabled({ timeout: 20_000 })
  await expect(
    panel(page)
      .getByText(/cannot open TIFF files/)
      .first(),
  ).toBeVisible()
})

test('image editor: a damaged image shows an error', async ({ page }) => {
  await page.goto('/tools/image')
  await choose(page, 'torn.png', 'image/png', (await halves()).subarray(0, 60))
  await expectToast(page, 'Cannot open this file', /damaged or incomplete/)
})
