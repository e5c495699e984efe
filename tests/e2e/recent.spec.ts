/** Recent list: entries, expired ones and deletion. */
import { expect, type Page, test } from '@playwright/test'
import { signUpOnPlan } from './accounts.ts'
import { audioFile, pngFile } from './files.ts'

test.beforeEach(({ page }) => signUpOnPlan(page, 'pro'))

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

async function convertOne(page: Page, tab: 'Image' | 'Audio', name: string): Promise<void> {
  await page.getByRole('tab', { name: tab }).click()
  const panel = page.getByRole('tabpanel', { name: tab })
  const file = tab === 'Image' ? await pngFile(name) : await audioFile(name)
  await panel.locator('input[type=file]').setInputFiles(file)
  await expect(panel.getByText('Upload complete!')).toBeVisible()
  await panel.getByRole('button', { name: `Convert ${tab}` }).click()
  await expect(row(page, name)).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('dialog')).toBeHidden({ timeout: 10_000 })
}

test('REC-07 REC-10 recent list: newest first; a deleted entry disappears and cannot be downloaded', async ({
  page,
}) => {
  await page.goto('/')
  await convertOne(page, 'Image', 'first.png')
  await convertOne(page, 'Audio', 'second.wav')
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Delete/ }) })
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText('second.wav')
  await expect(rows.nth(0)).toContainText('WAV')
  await expect(rows.nth(0)).toContainText('MP3')
  await expect(rows.nth(1)).toContainText('first.png')

  const href = await row(page, 'first.png').getByRole('link').getAttribute('href')
  await row(page, 'first.png').getByRole('button', { name: 'Delete first.png' }).click()
  await expect(row(page, 'first.png')).toHaveCount(0)
  await expect(row(page, 'second.wav')).toBeVisible()
  // It leaves the list immediately, comes back by Undo, and is deleted from the server when the toast closes.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'first.png')).toBeVisible()
  await row(page, 'first.png').getByRole('button', { name: 'Delete first.png' }).click()
  await page.getByRole('button', { name: 'Close notification' }).click()
  await expect(
    page.getByText('The converted file was deleted from the server.', { exact: true }),
  ).toBeVisible()
  expect((await page.request.get(href ?? '')).status()).toBe(404)
  await page.reload()
  await expect(row(page, 'second.wav')).toBeVisible()
  await expect(row(page, 'first.png')).toHaveCount(0)
})

test('recent list: an expired entry has no download, but can be dismissed', async ({ page }) => {
  await page.route('**/api/conversions/recent', async route => {
    const response = await route.fetch()
    const list: { isExpired: boolean }[] = await response.json()
    await route.fulfill({ response, json: list.map(entry => ({ ...entry, isExpired: true })) })
  })
  await page.goto('/')
  await convertOne(page, 'Image', 'old.png')
  await expect(row(page, 'old.png').getByText('Expired')).toBeVisible()
  await expect(row(page, 'old.png').getByRole('link')).toHaveCount(0)
  await row(page, 'old.png').getByRole('button', { name: 'Delete old.png' }).click()
  await expect(page.getByText('No recent conversions found.')).toBeVisible()
})

test('recent list: an entry that could not be deleted comes back with the reason', async ({ page }) => {
  await page.goto('/')
  await convertOne(page, 'Image', 'stays.png')
  await page.route('**/api/conversions/*', route =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Not at the moment.' } })
      : route.continue(),
  )
  await row(page, 'stays.png').getByRole('button', { name: 'Delete stays.png' }).click()
  await page.getByRole('button', { name: 'Close notification' }).click()
  await expect(
    page.getByRole('region', { name: /Notifications/ }).getByText('Not at the moment.'),
  ).toBeVisible()
  await expect(row(page, 'stays.png')).toBeVisible()
})
