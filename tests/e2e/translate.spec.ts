/** Translator: streamed texts, the quality of language pairs, and documents. */
import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { expectToast } from './accounts.ts'
import { inspectPage } from './inspect-page.ts'
import { button } from './locators.ts'

const languages = [
  'English',
  'Spanish',
  'French',
  'German',
  'Italian',
  'Portuguese',
  'Russian',
  'Chinese (Simplified)',
  'Japanese',
  'Korean',
  'Arabic',
  'Hindi',
]
const from = (page: Page) => page.getByLabel('Translate from:').filter({ visible: true })
const to = (page: Page) => page.getByLabel('Translate to:').filter({ visible: true })
const source = (page: Page) => page.getByRole('textbox', { name: 'Text to translate' })
const result = (page: Page) => page.getByRole('textbox', { name: 'Translation', exact: true })
const translate = (page: Page) => button(page, 'Translate')

test('TRAN-01 TRAN-02 TRAN-03 TRAN-04 TRAN-05 TRAN-07 TRAN-11 TRAN-27 translator: two tabs, twelve languages, a character count', async ({
  page,
}) => {
  await page.goto('/tools/translate')
  const panel = page.getByRole('tabpanel', { name: 'Text Translator' })
  const tabs = panel.getByRole('tab')
  await expect(tabs).toHaveText(['Text Translation', 'Document Translation'])
  await expect(from(page)).toHaveValue('en')
  await expect(to(page)).toHaveValue('es')
  const names = await from(page).locator('option').allTextContents()
  expect(names).toEqual(languages)
  await expect(translate(page)).toBeDisabled()
  await source(page).fill('The house is big.')
  await expect(panel.getByText('17 characters')).toBeVisible()
  await expect(translate(page)).toBeEnabled()
  await expect(result(page)).not.toBeEditable()
  for (const heading of ['Multiple Languages', 'Document Translation', 'Secure & Private'])
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await expect(page.getByText(/over 10 languages/)).toBeVisible()
})

test('TRAN-08 TRAN-09 translator: a text is translated and copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/tools/translate')
  await expect(button(page, 'Copy')).toBeHidden()
  await source(page).fill('The house is big.\nThe door is red.')
  await source(page).press('Control+Enter')
  await expect(result(page)).toHaveValue(/^La casa es grande\.\nLa puerta es roja\.$/)
  await button(page, 'Copy').click()
  await expectToast(page, 'Copied', 'Translated text copied to clipboard')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('La casa es grande.')
})

test('TRAN-06 translator: swapping exchanges languages and texts, by icon or button', async ({ page }) => {
  await page.goto('/tools/translate')
  await source(page).fill('The house is big.')
  await translate(page).click()
  await expect(result(page)).toHaveValue('La casa es grande.')
  await button(page, 'Switch Languages').filter({ visible: true }).click()
  await expect(from(page)).toHaveValue('es')
  await expect(to(page)).toHaveValue('en')
  await expect(source(page)).toHaveValue('La casa es grande.')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText('Switch Languages').filter({ visible: true })).toBeVisible()
  await inspectPage(page, 'translator at 390 px')
})

test('translator: every language is offered, and the quality of the pair is shown before typing', async ({
  page,
}) => {
  await page.goto('/tools/translate')
  await expect(to(page).locator('option')).toHaveText(languages)
  await to(page).selectOption('ko')
  await expect(page.getByText('Rough draft', { exact: true })).toBeVisible()
  await source(page).fill('The house is big.')
  await translate(page).click()
  await expect(result(page)).toHaveValue(/\p{Script=Hangul}/u)
  await inspectPage(page, 'translator')
})

test('translator: the language of a text is detected and offered', async ({ page }) => {
  await page.goto('/tools/translate')
  await source(page).fill('Les enfants jouent dans le jardin pendant que leur mère prépare le repas.')
  await page.getByRole('button', { name: /This looks like French/ }).click()
  await expect(from(page)).toHaveValue('fr')
})

test('translator: the page stays responsive while 20,000 characters are translated', async ({ page }) => {
  await page.goto('/tools/translate')
  await source(page).fill('The house is big. The garden is green. The door is red.\n'.repeat(360))
  await translate(page).click()
  await expect(button(page, 'Cancel')).toBeVisible()
  await expect(result(page)).toHaveValue(/La casa es grande/)
  await expect(page.getByText('The translation is ready.')).toBeAttached({ timeout: 30_000 })
  // The page shows a growing text at intervals.
  const lines = async () => (await result(page).inputValue()).trimEnd().split('\n').length
  await expect.poll(lines).toBe(360)
})

async function openDocuments(page: Page): Promise<void> {
  await page.goto('/tools/translate')
  await page.getByRole('tab', { name: 'Document Translation' }).click()
}
const chooseDocument = (page: Page, name: string, mimeType: string, content: string | Buffer) =>
  page
    .getByRole('tabpanel', { name: 'Document Translation' })
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType, buffer: Buffer.from(content) })

test('TRAN-15 TRAN-16 TRAN-17 TRAN-18 TRAN-19 TRAN-20 TRAN-21 TRAN-23 TRAN-24 API-31 translator: a document is translated', async ({
  page,
}) => {
  await openDocuments(page)
  await expect(page.getByText('PDF, Word document or text file (max 5MB)')).toBeVisible()
  await expect(page.getByText('Document translation preserves formatting')).toBeVisible()
  await button(page, 'Translate Document').click()
  await expect(page.getByText('Please upload a document to translate').first()).toBeVisible()
  await chooseDocument(page, 'image.png', 'image/png', 'not a document')
  await expect(page.getByText('Please upload a PDF, Word document, or text file').first()).toBeVisible()

  await chooseDocument(page, 'house.txt', 'text/plain', 'The house is big.\n')
  await expect(page.getByText('house.txt').first()).toBeVisible()
  await expect(page.getByText('Translating from English to Spanish')).toBeVisible()
  await button(page, 'Remove house.txt').click()
  await expect(page.getByText('Translating from English to Spanish')).toBeHidden()
  await chooseDocument(page, 'house.txt', 'text/plain', 'The house is big.\n')
  await expect(page.getByText('Upload complete!')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await button(page, 'Translate Document').click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('house.es.txt')
  expect(await readFile(await download.path(), 'utf8')).toBe('La casa es grande.\n')
})

test('TRAN-22 translator: a document above 5MB is rejected before the upload', async ({ page }) => {
  await openDocuments(page)
  await chooseDocument(page, 'long.txt', 'text/plain', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'))
  await expect(page.getByText('Please upload a document smaller than 5MB').first()).toBeVisible()
})
