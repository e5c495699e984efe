/** Tools hub: URLs, history, search and page titles. */
import { expect, type Page, test } from '@playwright/test'

const tabs = (page: Page) => page.getByRole('tablist', { name: 'Tools' }).getByRole('tab')
const openTool = (page: Page) =>
  page.getByRole('tablist', { name: 'Tools' }).getByRole('tab', { selected: true })
const search = (page: Page) => page.getByLabel('Search tools...')

test('HUB-01 HUB-02 HUB-03 HUB-05 tools hub: the URL selects the tool', async ({ page }) => {
  for (const [address, tool] of [
    ['/tools', 'PDF Converter'],
    ['/tools?tool=compress', 'File Compressor'],
    ['/tools/batch', 'Batch Converter'],
    ['/tools/teapot', 'PDF Converter'],
  ] as const) {
    await page.goto(address)
    await expect(openTool(page), address).toHaveText(tool)
  }
  await expect(page).toHaveTitle('Online File Tools: PDF, Batch, OCR, Compress and More | Filesmith')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
})

test('HUB-04 HUB-06 HUB-11 tools hub: each tab has its own URL, title and history entry', async ({
  page,
}) => {
  await page.goto('/tools')
  await expect(tabs(page)).toHaveText([
    'PDF Converter',
    'Batch Converter',
    'Text Extractor OCR',
    'File Compressor',
    'Image Editor',
    'Audio Suite',
    'Text Translator',
    'GIF Maker',
    'Image Resizer',
    'Video to Text',
    'QR Code Maker',
    'PDF Workbench',
  ])
  await tabs(page).filter({ hasText: 'File Compressor' }).click()
  await expect(page).toHaveURL('/tools/compress')
  await expect(page).toHaveTitle('File Compressor: ZIP, 7Z, TAR and RAR | Filesmith')
  await expect(page.locator('meta[name=keywords]')).toHaveAttribute('content', /create rar/)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/tools\/compress$/)
  await page.goBack()
  await expect(page).toHaveURL('/tools')
  await expect(openTool(page)).toHaveText('PDF Converter')
})

test('HUB-07 HUB-08 HUB-09 HUB-10 tools hub: the search finds tools by name, and opening one clears it', async ({
  page,
}) => {
  await page.goto('/tools')
  await search(page).fill('TEXT')
  await expect(page.getByRole('button', { name: /^Open Tool/ })).toHaveCount(3)
  await search(page).fill('compressor')
  await page.getByRole('button', { name: /^Open Tool/ }).click()
  await expect(search(page)).toHaveValue('')
  await expect(page).toHaveURL('/tools/compress')
  await expect(page.getByRole('heading', { name: 'Compress Files' })).toBeVisible()
})

test('HUB-12 HUB-13 TOOL-08 tools hub: the audio tab has its panels; planned tools are named', async ({
  page,
}) => {
  await page.goto('/tools/audio')
  await expect(page.getByRole('tab', { name: 'Audio Editor' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Extract Audio from Video' })).toBeVisible()
  const planned = page.getByRole('region', { name: 'More Tools Coming Soon' })
  for (const name of ['Video Editor', 'SVG Creator', 'AI Content Generator'])
    await expect(planned).toContainText(name)
  await expect(page.getByText('Premium plans allow larger files and larger batches.')).toBeVisible()
})
