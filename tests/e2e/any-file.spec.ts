/** Files of any kind: the tab of the home page, a page of a pair, and the page of formats. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { readZip } from '../support/read-zip.ts'
import { expectToast, signUpOnPlan } from './accounts.ts'
import { jpegFile, pngFile, slowFile } from './files.ts'
import { chooseByKey, focusByKey, pressOn } from './keyboard.ts'
import { button, main } from './locators.ts'

const letter = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear reader\n') }
const program = { name: 'setup.exe', mimeType: '', buffer: Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1') }

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Any file' })
const picker = (page: Page) =>
  panel(page).locator('input[type=file]:not([webkitdirectory]):not([hidden])').first()
const dialog = (page: Page) => page.getByRole('dialog')
const becomes = (page: Page, name: string, format: string) =>
  page.getByRole('button', { name: new RegExp(`^${name} is .* and becomes ${format}\\.`) })

async function openTab(page: Page) {
  await page.goto('/')
  await page.getByRole('tab', { name: 'Any file' }).click()
  await expect(panel(page).getByRole('heading', { name: 'Convert Any File' })).toBeVisible()
}

test('any file: mixed files are recognized, changed together by kind, and come as one ZIP file with their folders', async ({
  page,
}, testInfo) => {
  await signUpOnPlan(page, 'pro')
  await openTab(page)
  await expect(panel(page).getByText('Any number of files')).toBeVisible()
  await picker(page).setInputFiles([await pngFile('a.png'), await jpegFile('b.jpg'), letter, program])
  await expect(page.getByText('This is a Windows program (EXE or DLL).')).toBeVisible()
  await expect(page.getByText('3 files ready to process')).toBeVisible()
  await expect(becomes(page, 'a.png', 'JPG')).toBeVisible()

  // A folder with another file of the same name.
  const folder = join(testInfo.outputPath('trip'), 'day 1')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'a.png'), (await pngFile('a.png')).buffer)
  await panel(page).locator('input[webkitdirectory]').first().setInputFiles(testInfo.outputPath('trip'))
  await expect(page.getByText('4 files ready to process')).toBeVisible()

  await button(page, 'Convert all images to: Mixed').click()
  await dialog(page).getByText('WEBP', { exact: true }).click()
  await dialog(page).getByLabel('Quality', { exact: true }).selectOption('low')
  await button(page, 'Apply').click()
  await expect(becomes(page, 'a.png', 'WEBP')).toHaveCount(2)
  await expect(becomes(page, 'b.jpg', 'WEBP')).toBeVisible()

  const downloading = page.waitForEvent('download')
  await button(page, 'Convert all').click()
  await expectToast(page, 'Success!', 'Your files have been converted successfully.')
  const archive = await readZip(await readFile(await (await downloading).path()))
  expect([...archive.keys()].toSorted()).toEqual(['a.webp', 'b.webp', 'letter.pdf', 'trip/day 1/a.webp'])
  expect(await sharp(archive.get('a.webp')).metadata()).toMatchObject({ format: 'webp', width: 640 })
  expect(String(archive.get('letter.pdf')?.subarray(0, 5))).toBe('%PDF-')
})

test('any file: choices survive a reload before the conversion, and the job one during it', async ({
  page,
}) => {
  await signUpOnPlan(page, 'pro')
  await openTab(page)
  await expect(panel(page).getByText('Any number of files')).toBeVisible()
  await picker(page).setInputFiles([await slowFile('slow.jpg'), letter])
  await expect(page.getByText('2 files ready to process')).toBeVisible()
  await becomes(page, 'slow.jpg', 'PNG').click()
  await dialog(page).getByRole('searchbox').fill('webp')
  await dialog(page).getByRole('searchbox').press('Enter')
  await button(page, 'Apply').click()
  await expect(becomes(page, 'slow.jpg', 'WEBP')).toBeVisible()
  await page.reload()
  await expect(becomes(page, 'slow.jpg', 'WEBP')).toBeVisible()
  await expect(becomes(page, 'letter.txt', 'PDF')).toBeVisible()

  await button(page, 'Convert all').click()
  await expect(button(page, 'Cancel slow.jpg')).toBeVisible()
  await page.reload()
  await expect(panel(page).getByRole('heading', { name: 'Your files are ready' })).toBeVisible({
    timeout: 60_000,
  })
  await expect(panel(page).getByRole('listitem').filter({ hasText: 'slow.jpg' })).toContainText('WEBP')
})

test('any file: a folder with Markdown and its images becomes one document, by keyboard', async ({
  page,
}, testInfo) => {
  await signUpOnPlan(page, 'pro')
  await openTab(page)
  await expect(panel(page).getByText('Any number of files')).toBeVisible()
  const folder = testInfo.outputPath('trip')
  await mkdir(join(folder, 'images'), { recursive: true })
  await writeFile(join(folder, 'images', 'sea.png'), (await pngFile('sea.png')).buffer)
  await writeFile(join(folder, 'day.md'), '# Harbor\n\n![Sea](images/sea.png)\n')
  await panel(page).locator('input[webkitdirectory]').first().setInputFiles(folder)
  await expect(page.getByText('2 files ready to process')).toBeVisible()
  const together = page.getByRole('checkbox', { name: 'Make day.md and its images one document' })
  await focusByKey(together)
  await page.keyboard.press('Space')
  await expect(becomes(page, 'day.textpack', 'PDF')).toBeVisible()
  await expect(together).toBeFocused()
  const downloading = page.waitForEvent('download')
  await pressOn(button(page, 'Convert all'))
  const download = await downloading
  expect(download.suggestedFilename()).toBe('day.pdf')
  expect((await readFile(await download.path())).toString('latin1')).toMatch(/\/Subtype\s*\/Image/)
})

test('any file: a journey by keyboard alone', async ({ page }) => {
  page.on('filechooser', () => undefined)
  await signUpOnPlan(page, 'pro')
  await page.goto('/')
  const imageTab = page.getByRole('tab', { name: 'Image' })
  await focusByKey(imageTab)
  await page.keyboard.press('End')
  await expect(page.getByRole('tab', { name: 'Any file' })).toBeFocused()
  await expect(panel(page).getByText('Any number of files')).toBeVisible()
  await chooseByKey(picker(page), [await pngFile('a.png'), letter])
  await expect(page.getByText('2 files ready to process')).toBeVisible()

  await pressOn(becomes(page, 'a.png', 'JPG'))
  await focusByKey(dialog(page).getByRole('searchbox'))
  await page.keyboard.type('bmp')
  await page.keyboard.press('Enter')
  await expect(button(page, 'Apply')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(becomes(page, 'a.png', 'BMP')).toBeFocused()
  await pressOn(button(page, 'Remove letter.txt'))
  await pressOn(button(page, 'Convert all'))
  await expect(page.getByRole('link', { name: 'Download', exact: true })).toBeFocused({ timeout: 30_000 })
})

test('pair page: the converter is ready on the pair, and the page says what is lost', async ({ page }) => {
  await page.goto('/convert/png-to-webp')
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Convert PNG to WEBP')
  await expect(main(page).getByText('Fine detail: WEBP compresses with loss.')).toBeVisible()
  await expect(main(page).getByText('One file', { exact: false }).first()).toBeVisible()
  await main(page)
    .locator('input[type=file]:not([webkitdirectory]):not([hidden])')
    .first()
    .setInputFiles([await pngFile('a.png')])
  await expect(becomes(page, 'a.png', 'WEBP')).toBeVisible()
  await main(page).getByRole('link', { name: 'PNG to PDF' }).click()
  await expect(page).toHaveURL('/convert/png-to-pdf')
  await expect(page).toHaveTitle('PNG to PDF Converter | Filesmith')
  const missing = await page.goto('/convert/png-to-teapot')
  expect(missing?.status()).toBe(404)
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
})

test('formats: can be searched without a file, and lead to the page of a pair', async ({ page }) => {
  await page.goto('/formats')
  await main(page).getByRole('searchbox').fill('heif')
  await expect(main(page).getByRole('status')).toHaveText('1 format')
  await main(page).locator('summary').filter({ hasText: 'HEIC' }).click()
  const targets = main(page).getByRole('list', { name: 'HEIC can become' })
  await expect(targets.getByRole('link', { name: 'JPG' })).toHaveAttribute('href', '/convert/heic-to-jpg')
  await main(page).getByRole('searchbox').fill('heic to jpg')
  await main(page).getByRole('link', { name: 'Open the converter' }).click()
  await expect(page).toHaveURL('/convert/heic-to-jpg')
})
