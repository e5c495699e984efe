/** Image resizer: image list, results and paid features. */
import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { drawPng } from '../support/images.ts'
import { readZip } from '../support/read-zip.ts'
import { expectToast, signUpOnPlan } from './accounts.ts'
import { damagedFile, jpegFile, pngFile } from './files.ts'
import { inspectPage } from './inspect-page.ts'
import { button } from './locators.ts'

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Image Resizer' })
const width = (page: Page) => panel(page).getByLabel('Width', { exact: true })
const height = (page: Page) => panel(page).getByLabel('Height', { exact: true })
const choose = (page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  panel(page).locator('input[type=file]:not([webkitdirectory])').first().setInputFiles(files)

async function resize(page: Page): Promise<{ name: string; bytes: Buffer }> {
  const downloading = page.waitForEvent('download')
  await button(page, 'Resize Images').click()
  const download = await downloading
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

const figures = async (bytes: Buffer) => {
  const { format, width: across, height: down } = await sharp(bytes).metadata()
  return [format, across, down]
}

test('SIZE-01 SIZE-02 SIZE-03 SIZE-04 SIZE-13 SIZE-22 SIZE-23 resizer: images with their dimensions and sizes', async ({
  page,
}) => {
  await page.goto('/tools/resize')
  await expect(page.getByText('up to 50MB each')).toBeVisible()
  await expect(
    page.getByText('Smart cropping, bulk processing and image optimization require a premium subscription.'),
  ).toBeVisible()
  await button(page, 'Resize Images').click()
  await expectToast(page, 'Error', 'Please select at least one image first')

  const small = await drawPng(64, 40)
  const many = Array.from({ length: 9 }, (_, index) => ({
    name: `${index}.png`,
    mimeType: 'image/png',
    buffer: small,
  }))
  await choose(page, [await jpegFile('photo.jpg'), ...many.slice(0, 8)])
  await expect(panel(page).getByRole('heading', { name: 'Image Preview' })).toBeVisible()
  await expect(panel(page).getByText('9 files ready to process')).toBeVisible()
  await expect(panel(page).getByText(/^[\d.,]+ KB$/)).toHaveCount(8)
  await expect(panel(page).getByText('+1 more')).toBeVisible()
  const tile = panel(page).getByRole('listitem').filter({ hasText: 'photo.jpg' })
  await tile.hover()
  await expect(tile.getByText('1200 x 800')).toBeVisible()
  await expect(tile.getByText('800 x 533')).toBeVisible()
  await expect(
    panel(page)
      .getByRole('heading', { level: 3 })
      .filter({ hasText: /Exact|Sharp|Many/ }),
  ).toHaveCount(3)
  await inspectPage(page, 'image resizer')
})

test('SIZE-05 SIZE-06 SIZE-07 SIZE-10 SIZE-11 SIZE-12 SIZE-14 SIZE-15 SIZE-19 SIZE-20 resizer: one image is resized and downloaded', async ({
  page,
}) => {
  await page.goto('/tools/resize')
  await choose(page, await jpegFile('photo.jpg'))
  await expect(panel(page).getByText('Upload complete!')).toBeVisible()
  await expect(width(page)).toHaveValue('800')
  await expect(height(page)).toHaveValue('600')
  await expect(panel(page).getByText('1200 x 800')).toBeAttached()
  await width(page).fill('')
  await height(page).fill('')
  await panel(page).getByLabel('Maintain aspect ratio').focus()
  await expect(width(page)).toHaveValue('1200')
  await width(page).fill('300')
  await expect(height(page)).toHaveValue('200')
  const { name, bytes } = await resize(page)
  expect(name).toBe('photo-resized.jpg')
  expect(await figures(bytes)).toEqual(['jpeg', 300, 200])
  await expectToast(page, 'Success!', 'Your image has been resized successfully.')

  await button(page, 'Change size').click()
  await panel(page).getByLabel('Maintain aspect ratio').uncheck()
  await width(page).fill('120')
  await height(page).fill('120')
  await panel(page).getByText('WEBP', { exact: true }).click()
  expect(await figures((await resize(page)).bytes)).toEqual(['webp', 120, 120])
  await button(page, 'Resize more').click()
  await expect(panel(page).getByRole('heading', { name: 'Image Preview' })).toHaveCount(0)
})

test('SIZE-19 resizer: several images come as one zip, and a damaged one stays with its reason', async ({
  page,
}) => {
  await page.goto('/tools/resize')
  await choose(page, [await pngFile('a.png'), await jpegFile('b.jpg'), await damagedFile('torn.jpg')])
  await expect(panel(page).getByText('3 files ready to process')).toBeVisible()
  await width(page).fill('100')
  const { name, bytes } = await resize(page)
  expect(name).toBe('resized-images.zip')
  const entries = await readZip(bytes)
  expect([...entries.keys()]).toEqual(['a.png', 'b.jpg', 'Not converted.txt'])
  expect((await sharp(entries.get('a.png')).metadata()).width).toBe(100)
  await expectToast(page, 'Success!', '2 of 3 images resized.')
  await expect(panel(page).getByText(/damaged or incomplete/)).toBeVisible()
})

test('SIZE-21 resizer: the banner links to the plans', async ({ page }) => {
  await page.goto('/tools/resize')
  await expect(page.getByRole('heading', { name: 'Premium Resize Features' })).toBeVisible()
  await page.getByRole('link', { name: 'Upgrade now' }).click()
  await expect(page).toHaveURL(/\/premium\/plans$/)
})

test('resizer on a paid plan: smart crop and a maximum file size', async ({ page }) => {
  await signUpOnPlan(page, 'basic')
  await page.goto('/tools/resize')
  await choose(page, await jpegFile('photo.jpg'))
  await expect(panel(page).getByText('Upload complete!')).toBeVisible()
  await panel(page).getByText('Crop to fill', { exact: true }).click()
  await panel(page)
    .getByLabel(/^Smart crop/)
    .check()
  await width(page).fill('400')
  await height(page).fill('400')
  await panel(page).getByLabel('Maximum file size (KB)').fill('12')
  const { bytes } = await resize(page)
  expect(await figures(bytes)).toEqual(['jpeg', 400, 400])
  expect(bytes.length).toBeLessThanOrEqual(12_000)
})
