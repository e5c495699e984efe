/** Allowance as shown on the page, and the effect of a plan. */
import { expect, type Page, test } from '@playwright/test'
import { expectToast, setUsage, signUp, signUpOnPlan } from './accounts.ts'
import { pngFile } from './files.ts'

const imagePanel = (page: Page) => page.getByRole('tabpanel', { name: 'Image' })

async function convertOnPage(page: Page): Promise<void> {
  await imagePanel(page)
    .locator('input[type=file]')
    .setInputFiles(await pngFile())
  await expect(imagePanel(page).getByText('Upload complete!')).toBeVisible()
  await imagePanel(page).getByRole('button', { name: 'Convert Image' }).click()
}

test('ALLOW-01 ALLOW-04 ALLOW-10 allowance: a visitor sees what is left before selecting a file', async ({
  page,
}) => {
  await page.goto('/')
  await expect(imagePanel(page).getByText('10 of 10 conversions left today')).toBeVisible()
  const form = { file: await pngFile(), outputFormat: 'webp' }
  await page.request.post('/api/convert/image', { multipart: form })
  await page.reload()
  await expect(imagePanel(page).getByText('9 of 10 conversions left today')).toBeVisible()
})

test('ALLOW-13 ALLOW-14 allowance used up: announced before, rejected with the reason, with a link to the plans', async ({
  page,
}) => {
  await setUsage(await signUp(page), { today: 10, month: 10 })
  await page.goto('/')
  await expect(
    imagePanel(page).getByText("You've used all 10 of today's conversions.", { exact: false }),
  ).toBeVisible()
  await convertOnPage(page)
  await expectToast(
    page,
    'Conversion failed',
    /^You've used all 10 of today's conversions\. Your limit resets in .+, at midnight UTC\.$/,
  )
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('link', { name: 'See plans' }).last().click()
  await expect(page).toHaveURL('/premium/plans')
})

test('ALLOW-04 ALLOW-18 WAIT-07 Basic plan: 50 conversions per day, larger files, no ads, no wait', async ({
  page,
}) => {
  await signUpOnPlan(page, 'basic')
  await page.goto('/')
  await expect(imagePanel(page).getByText('50 of 50 conversions left today')).toBeVisible()
  await expect(
    imagePanel(page)
      .getByText(/250\sMB/)
      .first(),
  ).toBeVisible()
  await expect(page.getByText('Advertisement', { exact: true })).toHaveCount(0)
  await convertOnPage(page)
  await expect(page.getByText('Conversion complete!').first()).toBeVisible({ timeout: 20_000 })
  await imagePanel(page).getByRole('button', { name: 'Convert another' }).click()
  await expect(imagePanel(page).getByText('49 of 50 conversions left today')).toBeVisible()
})

test('ALLOW-19 Pro plan: files of up to 2 GB, unlimited conversions', async ({ page }) => {
  await signUpOnPlan(page, 'pro')
  await page.goto('/')
  await expect(imagePanel(page).getByText(/2\sGB/).first()).toBeVisible()
  await expect(page.getByText('conversions left today')).toHaveCount(0)
})
