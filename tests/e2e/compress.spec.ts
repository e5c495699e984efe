/** File compressor: options, paid features, folders, passwords and the archive. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page, test } from '@playwright/test'
import { expectToast, signUpOnPlan } from './accounts.ts'
import { button } from './locators.ts'

const run = promisify(execFile)
const panel = (page: Page) => page.getByRole('tabpanel', { name: 'File Compressor' })
const text = (name: string, content = 'A line that repeats.\n'.repeat(5000)) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})
const add = (page: Page, files: ReturnType<typeof text>[]) =>
  panel(page).locator('input[type=file]:not([webkitdirectory])').first().setInputFiles(files)
const format = (page: Page, label: string) =>
  panel(page).getByRole('group', { name: 'Archive format' }).getByText(label, { exact: true })
const slider = (page: Page) => panel(page).getByRole('slider', { name: 'Compression level' })

test('COMP-02 COMP-03 COMP-04 COMP-05 COMP-06 COMP-07 COMP-08 COMP-15 COMP-16 compressor: formats, level, estimate, password', async ({
  page,
}) => {
  await page.goto('/tools/compress')
  await expect(page.getByText('Up to 70% smaller.')).toBeVisible()
  await expect(
    page.getByText(/unlimited compression sizes, RAR and the highest compression levels/),
  ).toBeVisible()
  await button(page, 'Compress Files').click()
  await expect(page.getByText('Please add at least one file to compress').first()).toBeVisible()

  await add(page, [text('notes.txt')])
  const radios = panel(page).getByRole('group', { name: 'Archive format' }).locator('label')
  for (const [index, label] of ['ZIP', '7Z', 'TAR', 'RAR'].entries())
    await expect(radios.nth(index)).toContainText(label)
  await expect(slider(page)).toHaveValue('5')
  await expect(panel(page).getByText('Balanced')).toBeVisible()
  await expect(panel(page).getByText(/^About .* \(based on a sample\)$/)).toBeVisible()
  await expect(panel(page).getByText(/^Estimated reduction: \d+%$/)).toHaveCount(1)
  await slider(page).fill('1')
  await expect(panel(page).getByText('Faster')).toBeVisible()

  const password = panel(page).getByLabel('Password', { exact: true })
  await expect(password).toBeHidden()
  await panel(page).getByRole('switch', { name: 'Password protection' }).click()
  await expect(password).toBeVisible()
  await expect(panel(page).getByText('Use at least 4 characters.')).toBeVisible()
  await button(page, 'Compress Files').click()
  await expect(page.getByText('Please enter a password for the encrypted archive').first()).toBeVisible()
})

test('COMP-11 COMP-13 COMP-14 compressor: tar has no password; RAR and levels 8 and 9 are marked as paid', async ({
  page,
}) => {
  await page.goto('/tools/compress')
  await add(page, [text('notes.txt')])
  await format(page, 'TAR').click()
  await expect(panel(page).getByRole('switch', { name: 'Password protection' })).toBeDisabled()
  await expect(panel(page).getByText('TAR archives cannot have a password.')).toBeVisible()
  const rar = panel(page).getByRole('group', { name: 'Archive format' }).getByRole('radio', { name: /RAR/ })
  await expect(rar).toBeDisabled()
  await expect(panel(page).getByText('RAR and levels 8 and 9 require Basic or Pro.')).toBeVisible()
})

test('COMP-10 TOOL-04 TOOL-05 compressor: creates a protected RAR that opens with its password', async ({
  page,
}) => {
  await signUpOnPlan(page, 'basic')
  await page.goto('/tools/compress')
  await add(page, [text('a.txt'), text('日本.txt', 'こんにちは'), text('empty.txt', '')])
  await format(page, 'RAR').click()
  await slider(page).fill('9')
  await panel(page).getByRole('switch', { name: 'Password protection' }).click()
  await panel(page).getByLabel('Password', { exact: true }).fill('open sesame')
  await expect(page.getByText('3 files ready to process')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await button(page, 'Compress Files').click()
  await expectToast(page, 'Success!', 'Your files have been compressed successfully.')
  const download = await downloading
  expect(download.suggestedFilename()).toBe('archive.rar')
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-e2e-rar-'))
  try {
    const archive = join(folder, 'archive.rar')
    await download.saveAs(archive)
    await run('unar', ['-q', '-D', '-p', 'open sesame', '-o', folder, archive])
    expect((await readdir(folder)).sort()).toEqual(['a.txt', 'archive.rar', 'empty.txt', '日本.txt'])
  } finally {
    await rm(folder, { recursive: true })
  }
})
