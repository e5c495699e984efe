/** Text extractor: switches, text next to the page image, and all downloads. */
import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { drawLines } from '../support/draw-lines.ts'
import { expectToast } from './accounts.ts'
import { pngFile } from './files.ts'
import { inspectPage } from './inspect-page.ts'
import { button } from './locators.ts'

const lines = ['The old lighthouse stands on the northern', 'shore of the island and shines at night.']
const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Text Extractor OCR' })
const text = (page: Page) => page.getByRole('textbox', { name: 'Extracted text' })
const choose = (page: Page, buffer: Buffer, name = 'page.png') =>
  panel(page).locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })

async function extractPage(page: Page): Promise<void> {
  await page.goto('/tools/ocr')
  await choose(page, await drawLines({ lines }))
  await expect(page.getByText('Upload complete!')).toBeVisible()
  await button(page, 'Extract Text').click()
  await expect(text(page)).toHaveValue(/lighthouse/)
}

test('OCR-01 OCR-02 OCR-04 OCR-06 OCR-11 OCR-12 text extractor: tabs, switches and language list', async ({
  page,
}) => {
  await page.goto('/tools/ocr')
  const tabs = panel(page).getByRole('tab')
  await expect(tabs).toHaveText(['Upload File', 'Results'])
  await expect(tabs.nth(1)).toBeDisabled()
  await expect(page.getByText('Over 100 languages supported.')).toBeVisible()
  await expect(page.getByText(/Bulk and multilingual OCR are premium/)).toBeVisible()
  await button(page, 'Extract Text').click()
  await expect(page.getByText('Please select a file first').first()).toBeVisible()

  await choose(page, await drawLines({ lines }))
  await expect(panel(page).getByRole('switch')).toHaveCount(4)
  for (const [name, isOn] of [
    ['Preserve layout', true],
    ['Enhance accuracy', true],
    ['Detect language', true],
    ['Include confidence', false],
  ] as const)
    await expect(panel(page).getByRole('switch', { name })).toBeChecked({ checked: isOn })
  await panel(page).getByRole('switch', { name: 'Detect language' }).click()
  await panel(page).getByRole('combobox', { name: 'Text language' }).fill('ukr')
  await page.getByRole('option', { name: /Ukrainian/ }).click()
  await expect(panel(page).getByRole('combobox', { name: 'Text language' })).toHaveValue('Ukrainian')
  await inspectPage(page, 'text extractor')
})

test('OCR-07 OCR-08 text extractor: text is shown next to its page, linked by word, and can be edited and downloaded', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await extractPage(page)
  await expect(panel(page).getByRole('tab', { name: 'Results' })).toHaveAttribute('aria-selected', 'true')
  const marked = panel(page).locator('.ocr-word-active')
  const value = await text(page).inputValue()
  const start = value.indexOf('lighthouse')
  await text(page).press('Control+Home')
  for (let step = 0; step < start + 2; step += 1) await text(page).press('ArrowRight')
  await expect(marked).toBeAttached()
  const image = panel(page).getByRole('region', { name: 'Page image' })
  const sheet = await image.locator('img').boundingBox()
  if (!sheet) throw new Error('the image is not visible')
  // The word boxes are on top of the image.
  await image
    .locator('svg')
    .click({ position: { x: sheet.width * (200 / 1400), y: sheet.height * (210 / 440) } })
  await expect
    .poll(() =>
      text(page).evaluate((field: HTMLTextAreaElement) =>
        field.value.slice(field.selectionStart, field.selectionEnd),
      ),
    )
    .toBe('shore')

  await text(page).fill(`Edited. ${value}`)
  await button(page, 'Copy text').click()
  await expectToast(page, 'Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Edited. ')
  const save = async (format: string) => {
    await page.getByLabel('Download as').selectOption(format)
    const downloading = page.waitForEvent('download')
    await button(page, 'Download').click()
    const download = await downloading
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
  }
  const saved = await save('txt')
  expect([saved.name, saved.bytes.toString()]).toEqual(['page.txt', `Edited. ${value}`])
  expect((await save('docx')).bytes.subarray(0, 2).toString()).toBe('PK')
  expect((await save('pdf')).bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const markdown = await save('md')
  expect([markdown.name, markdown.bytes.toString()]).toEqual([
    expect.stringMatching(/\.md$/),
    expect.stringContaining('lighthouse'),
  ])
  expect((await save('hocr')).bytes.toString()).toContain('ocr_page')
  expect(JSON.parse((await save('json')).bytes.toString())).toHaveProperty('pages')
  await inspectPage(page, 'extracted text')
  await page.setViewportSize({ width: 390, height: 844 })
  await inspectPage(page, 'extracted text at 390 px')
})

test('OCR-10 text extractor: an image without text', async ({ page }) => {
  await page.goto('/tools/ocr')
  await panel(page)
    .locator('input[type=file]')
    .setInputFiles(await pngFile('sunset.png'))
  await expect(page.getByText('Upload complete!')).toBeVisible()
  await button(page, 'Extract Text').click()
  await expectToast(page, 'Text extraction completed but no text was returned.')
  await expect(panel(page).getByRole('tab', { name: 'Results' })).toBeDisabled()
})

test('OCR-09 text extractor: a damaged file', async ({ page }) => {
  await page.goto('/tools/ocr')
  await choose(page, (await drawLines({ lines })).subarray(0, 400))
  await expect(page.getByText('Upload complete!')).toBeVisible()
  await button(page, 'Extract Text').click()
  await expectToast(page, 'Extraction failed', 'This PNG file is damaged or incomplete and cannot be read.')
})
