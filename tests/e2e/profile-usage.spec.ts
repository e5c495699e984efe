/** Account settings, Usage History: usage and past conversions. */
import { expect, test } from '@playwright/test'
import { setUsage, signUp, signUpOnPlan } from './accounts.ts'
import { pngFile } from './files.ts'
import { button, main } from './locators.ts'

const almostOut = "You're almost out of conversions for this month"

test('USE-01 USE-02 USE-03 usage: share of 300, with a warning from 270', async ({ page }) => {
  const credentials = await signUp(page)
  for (const [used, share, isWarned] of [
    [0, '0', false],
    [269, '89', false],
    [270, '90', true],
    [300, '100', true],
    [420, '100', true],
  ] as const) {
    await setUsage(credentials, { today: 3, month: used })
    await page.goto('/profile?section=usage')
    const bar = page.getByRole('progressbar', { name: 'Conversions used this month' })
    await expect(bar, String(used)).toHaveAttribute('aria-valuenow', share)
    await expect(page.getByText(almostOut), String(used)).toHaveCount(isWarned ? 1 : 0)
    await expect(main(page).getByRole('link', { name: 'Upgrade to Pro' })).toBeVisible()
  }
})

test('USE-03 USE-04 usage: Pro is unlimited, without an upgrade prompt', async ({ page }) => {
  await setUsage(await signUpOnPlan(page, 'pro'), { today: 400, month: 4000 })
  await page.goto('/profile?section=usage')
  await expect(main(page).getByText('Unlimited', { exact: true }).first()).toBeVisible()
  await expect(main(page).getByText('400 of them today', { exact: false })).toBeVisible()
  await expect(page.getByText(almostOut)).toHaveCount(0)
  await expect(main(page).getByRole('link', { name: 'Upgrade to Pro' })).toHaveCount(0)
})

test('usage history: past conversions can be searched, downloaded, repeated and deleted', async ({
  page,
}) => {
  await signUp(page)
  for (const name of ['alpha.png', 'beta.png']) {
    const form = { file: { ...(await pngFile()), name }, outputFormat: 'webp' }
    expect((await page.request.post('/api/convert/image', { multipart: form })).status()).toBe(200)
  }
  await page.goto('/profile?section=usage')
  await expect(page.getByText('2 conversions in 30 days')).toBeVisible()
  const rows = (name: string) => main(page).getByRole('listitem').filter({ hasText: name })
  await expect(rows('alpha.png')).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('ALPH')
  await expect(rows('beta.png')).toHaveCount(0)
  await expect(rows('alpha.png')).toHaveCount(1)

  const download = page.waitForEvent('download')
  await rows('alpha.png').getByRole('link', { name: 'Download alpha.png as WEBP' }).click()
  expect((await download).suggestedFilename()).toBe('alpha.webp')

  await button(page, 'Repeat alpha.png').click()
  await expect(rows('alpha.png')).toHaveCount(2)
  await expect(rows('alpha.png').getByRole('link', { name: 'Download alpha.png as WEBP' })).toHaveCount(2)
  await button(page, 'Delete alpha.png').first().click()
  await expect(rows('alpha.png')).toHaveCount(1)
  await page.reload()
  await expect(page.getByText('3 conversions in 30 days')).toBeVisible()
})
