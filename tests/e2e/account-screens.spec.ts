/**
 * Account screens on a phone, with validation errors in their forms: accessible and without horizontal overflow.
 * Wide windows: see every-screen.
 */
import { expect, test } from '@playwright/test'
import { setUsage, signUp } from './accounts.ts'
import { pngFile } from './files.ts'
import { inspectPage } from './inspect-page.ts'

test.describe('account screens pass axe on a phone', () => {
  test.use({
    viewport: { width: 390, height: 900 },
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  })

  for (const [path, action] of [
    ['/sign-in', 'Sign In'],
    ['/sign-up', 'Create account'],
    ['/forgot-password', 'Send link'],
    ['/reset-password?token=x', 'Set password'],
  ] as const) {
    test(`${path}, with and without validation errors`, async ({ page }) => {
      await page.goto(path)
      const button = page.getByRole('main').getByRole('button', { name: action })
      await expect(button).toBeVisible()
      await inspectPage(page, path)
      await button.click()
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
      await inspectPage(page, `${path} with mistakes`)
    })
  }

  test('an expired link', async ({ page }) => {
    await page.goto('/verify-email?token=x')
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    await inspectPage(page, '/verify-email')
  })

  test('screens of a signed-in account', async ({ page }) => {
    const credentials = await signUp(page)
    const name = 'a name as long as names are.png'
    const form = { file: { ...(await pngFile()), name }, outputFormat: 'webp' }
    await page.request.post('/api/convert/image', { multipart: form })
    await setUsage(credentials, { today: 10, month: 280 })
    for (const [section, loaded] of [
      ['account', credentials.email],
      ['subscription', 'Free plan'],
      ['usage', name],
      ['security', 'This device'],
    ] as const) {
      await page.goto(`/profile?section=${section}`)
      await expect(page.getByRole('main').getByText(loaded).first()).toBeVisible()
      await inspectPage(page, section)
    }
    await page.getByRole('button', { name: 'Delete account' }).click()
    await expect(page.getByRole('button', { name: 'Delete everything' })).toBeVisible()
    await inspectPage(page, 'deleting')
    await page.goto('/')
    await expect(page.getByText("You've used all 10 of today's conversions.", { exact: false })).toBeVisible()
    await inspectPage(page, 'nothing left')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByText(credentials.email)).toBeVisible()
    await inspectPage(page, 'menu')
  })
})
