/** PDF converter: from selecting a file to the result. */
import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { readDocx } from '../corpus/support/docx-structure.ts'
import { readZip } from '../support/read-zip.ts'
import { expectToast } from './accounts.ts'
import { button } from './locators.ts'

const sample = (name: string) => new URL(`../corpus/samples/pdf/${name}.pdf`, import.meta.url).pathname

async function choosePdf(page: Page, name: string): Promise<void> {
  await page.goto('/tools/pdf')
  await page
    .getByRole('tabpanel', { name: 'PDF Converter' })
    .locator('input[type=file]')
    .setInputFiles(sample(name))
  await expect(page.getByText('Upload complete!')).toBeVisible()
}

test('PDF-01 PDF-03 PDF-04 PDF-05 TOOL-02 TOOL-03 PDF converter: headings, choices, messages and Start Over', async ({
  page,
}) => {
  await page.goto('/tools/pdf')
  await expect(page.getByRole('heading', { name: 'Convert PDF Documents' })).toBeVisible()
  await button(page, 'Convert PDF').click()
  await expect(page.getByText('Please select a PDF file first').first()).toBeVisible()
  await choosePdf(page, 'prose')
  const formats = page.getByRole('group', { name: 'Output format' })
  await expect(formats.getByRole('radio')).toHaveCount(5)
  for (const [index, label] of ['DOCX', 'TXT', 'HTML', 'JPEG', 'PNG'].entries())
    await expect(formats.locator('label').nth(index)).toContainText(label)
  await expect(formats.getByRole('radio', { name: 'DOCX' })).toBeChecked()
  await expect(
    page.getByRole('group', { name: 'Quality' }).getByRole('radio', { name: 'High' }),
  ).toBeChecked()
  await button(page, 'Start Over').click()
  await expect(page.getByText('Drop a PDF here')).toBeVisible()
})

test('PDF-07 TOOL-04 TOOL-05 API-25 PDF converter: a PDF becomes a Word document without a wait and is in the recent list', async ({
  page,
}) => {
  await choosePdf(page, 'prose')
  const downloading = page.waitForEvent('download')
  await button(page, 'Convert PDF').click()
  await expectToast(page, 'Success!', 'Your PDF has been converted successfully.')
  const download = await downloading
  expect(download.suggestedFilename()).toBe('prose.docx')
  const { headings } = await readDocx(await readFile(await download.path()))
  expect(headings.length).toBeGreaterThan(1)
  await expect(page.getByRole('listitem').filter({ hasText: 'prose.pdf' })).toContainText('DOCX')
})

test('PDF-07 PDF converter: several pages as images come as one zip', async ({ page }) => {
  await choosePdf(page, 'running')
  await page.getByRole('group', { name: 'Output format' }).getByText('PNG', { exact: true }).click()
  await page.getByRole('group', { name: 'Quality' }).getByText('Low', { exact: true }).click()
  const downloading = page.waitForEvent('download')
  await button(page, 'Convert PDF').click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('running.zip')
  const names = [...(await readZip(await readFile(await download.path()))).keys()]
  expect(names[0]).toBe('running-page-01.png')
})

test('PDF converter: Markdown is below "More formats" and comes with its images in a ZIP file', async ({
  page,
}) => {
  await choosePdf(page, 'images')
  await button(page, 'More formats').click()
  await page.getByRole('group', { name: 'Output format' }).getByText('Markdown', { exact: true }).click()
  await expect(page.getByRole('group', { name: 'Images in Markdown' }).getByRole('radio')).toHaveCount(3)
  const downloading = page.waitForEvent('download')
  await button(page, 'Convert PDF').click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('images.zip')
  const files = await readZip(await readFile(await download.path()))
  expect(files.get('images.md')?.toString()).toContain('](images/image-001.')
})

test('PDF-06 TOOL-06 PDF converter: a protected PDF requires its password; a wrong one shows an error', async ({
  page,
}) => {
  await choosePdf(page, 'locked')
  await button(page, 'Convert PDF').click()
  const password = page.getByLabel('File password', { exact: true })
  await password.fill('guess')
  await button(page, 'Open and convert').click()
  await expect(page.getByText('Wrong password for this file.').first()).toBeVisible()
  await password.fill('lighthouse')
  const downloading = page.waitForEvent('download')
  await button(page, 'Open and convert').click()
  expect((await downloading).suggestedFilename()).toBe('locked.docx')
})

test('PDF-06 TOOL-06 PDF converter: a damaged PDF fails with a reason', async ({ page }) => {
  await page.goto('/tools/pdf')
  await page
    .getByRole('tabpanel', { name: 'PDF Converter' })
    .locator('input[type=file]')
    .setInputFiles({
      name: 'torn.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\nnothing'),
    })
  await expect(page.getByText('Upload complete!')).toBeVisible()
  await button(page, 'Convert PDF').click()
  await expectToast(page, 'Conversion failed', 'This PDF file is damaged or incomplete and cannot be read.')
})
