/** Batch converter: adding, ordering, limits, partial failure and the archive. */
import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { readZip } from '../support/read-zip.ts'
import { expectToast } from './accounts.ts'
import { damagedFile, pngFile } from './files.ts'
import { button } from './locators.ts'

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Batch Converter' })
type Kind = 'Images' | 'Documents'
const workspace = (page: Page, kind: Kind) => panel(page).getByRole('tabpanel', { name: kind })
const add = (page: Page, files: Awaited<ReturnType<typeof pngFile>>[], kind: Kind = 'Images') =>
  workspace(page, kind).locator('input[type=file]:not([webkitdirectory])').first().setInputFiles(files)
const rows = (page: Page) =>
  workspace(page, 'Images')
    .getByRole('listitem')
    .filter({ hasText: /\.(png|jpg)/ })
const target = (page: Page, label: string) =>
  panel(page).getByRole('group', { name: 'Target format' }).getByText(label, { exact: true })

test('BATCH-01 BATCH-07 BATCH-08 BATCH-10 batch: tabs, limits and required choices', async ({ page }) => {
  await page.goto('/tools/batch')
  await expect(panel(page).getByRole('tab')).toHaveText(['Images', 'Documents', 'Audio', 'Video'])
  await expect(page.getByText('Up to 5 files at once, 10MB per file.')).toBeVisible()
  await button(page, 'Convert Files').click()
  await expect(page.getByText('Please select a target format').first()).toBeVisible()
  await target(page, 'WEBP').click()
  await button(page, 'Convert Files').click()
  await expect(page.getByText('Please add files to convert').first()).toBeVisible()
})

test('BATCH-06 BATCH-11 TOOL-01 TOOL-04 TOOL-05 batch: a damaged file does not stop the others; the results come as one zip', async ({
  page,
}) => {
  await page.goto('/tools/batch')
  await add(page, [await pngFile('a.png'), await damagedFile('torn.jpg'), await pngFile('b.png')])
  await expect(page.getByText('3 files ready to process')).toBeVisible()
  await button(page, 'Move b.png up').click()
  await expect(rows(page)).toContainText([/a\.png/, /b\.png/, /torn\.jpg/])
  await target(page, 'WEBP').click()
  const downloading = page.waitForEvent('download')
  await button(page, 'Convert Files').click()
  await expectToast(page, 'Success!', '2 of 3 files were converted.')
  const archive = await readZip(await readFile(await (await downloading).path()))
  expect([...archive.keys()]).toEqual(['a.webp', 'b.webp', 'Not converted.txt'])
  await expect(rows(page).filter({ hasText: 'torn.jpg' })).toContainText('damaged')
  await expect(page.getByRole('listitem').filter({ hasText: 'WEBP' }).first()).toBeVisible()
})

test('BATCH-09 BATCH-10 batch on Free: skips files that are too large and more than five, keeps the rest', async ({
  page,
}) => {
  await page.goto('/tools/batch')
  const large = { ...(await pngFile('large.png')), buffer: Buffer.alloc(10 * 1024 * 1024 + 1) }
  const small = await Promise.all(['1', '2', '3', '4', '5', '6'].map(name => pngFile(`${name}.png`)))
  await add(page, [large, ...small])
  await expect(page.getByText('1 file exceeds the 10MB limit.')).toBeVisible()
  await expect(page.getByText('Up to 5 files can be converted at once.')).toBeVisible()
  await expect(rows(page).filter({ has: page.getByRole('button') })).toHaveCount(5)
  for (const name of ['large.png', '6.png'])
    await expect(workspace(page, 'Images').getByText(name, { exact: true })).toBeVisible()
})

test('BATCH-03 BATCH-12 batch: documents become PDFs; an unreadable one fails with a reason', async ({
  page,
}) => {
  await page.goto('/tools/batch')
  await panel(page).getByRole('tab', { name: 'Documents' }).click()
  const letter = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Ada,\nit works.\n') }
  await add(page, [letter], 'Documents')
  await target(page, 'PDF').click()
  const downloading = page.waitForEvent('download')
  await button(page, 'Convert Files').click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('letter.pdf')
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')

  await button(page, 'Convert more files').click()
  const broken = { ...letter, name: 'broken.docx', buffer: Buffer.from([80, 75, 3, 4, 0, 1, 2, 3]) }
  await add(page, [broken], 'Documents')
  await target(page, 'PDF').click()
  await button(page, 'Convert Files').click()
  await expectToast(page, 'Conversion failed')
})
