/** Account settings, Security: password, two-factor authentication, sessions and account deletion. */
import { expect, type Page, test } from '@playwright/test'
import { timeStepAt, totpCode } from '../../packages/server/src/domain/accounts/two-step.ts'
import { expectToast, makeSessionStale, signUp, signUpConfirmed, signUpOnPlan } from './accounts.ts'
import { inspectColors, inspectPage, inspectWidth } from './inspect-page.ts'
import { button, field, main } from './locators.ts'

async function changePassword(page: Page, current: string, next: string, confirm: string): Promise<void> {
  await field(page, 'Current password').fill(current)
  await field(page, 'New password').fill(next)
  await field(page, 'Confirm new password').fill(confirm)
  await button(page, 'Update password').click()
}

test('SEC-01 SEC-02 SEC-03 SEC-04 SEC-05 SEC-06 password: is changed, or the form shows why not', async ({
  page,
}) => {
  const { password } = await signUp(page)
  let calls = 0
  page.on('request', request => {
    if (request.url().endsWith('/api/auth/change-password')) calls += 1
  })
  await page.goto('/profile?section=security')
  const next = 'Quiet Hammer 88'
  for (const [current, first, second] of [
    ['', next, next],
    [password, '', ''],
    [password, next, ''],
  ] as const)
    await changePassword(page, current, first, second)
  await changePassword(page, password, next, 'Quiet Hammer 89')
  await expect(page.getByText('New passwords do not match').first()).toBeVisible()
  expect(calls).toBe(0)
  await changePassword(page, 'wrong password', next, next)
  await expect(page.getByText('Wrong password.').first()).toBeVisible()
  await changePassword(page, password, next, next)
  await expect(page.getByText('Password updated successfully').first()).toBeVisible()
  for (const name of ['Current password', 'New password', 'Confirm new password'])
    await expect(field(page, name)).toHaveValue('')
  await page.route('**/api/auth/change-password', route => route.fulfill({ status: 400, body: '' }))
  await changePassword(page, next, password, password)
  await expect(page.getByText('Failed to update password').first()).toBeVisible()
  await page.unroute('**/api/auth/change-password')
  await page.route('**/api/auth/change-password', route => route.abort())
  await changePassword(page, next, password, password)
  await expect(page.getByText('An unexpected error occurred', { exact: true }).first()).toBeVisible()
})

test('two-factor authentication: set up with an app, required at the next sign-in', async ({ page }) => {
  const { username, password } = await signUpConfirmed(page)
  await page.goto('/profile?section=security')
  await button(page, 'Set up').click()
  await field(page, 'Your password').fill(password)
  await button(page, 'Continue').click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const key = await main(page)
    .getByText(/^([A-Z2-7]{4} ?){8}$/)
    .first()
    .textContent()
  const secret = (key ?? '').replaceAll(' ', '')
  await field(page, 'Code from the app').fill(totpCode(secret, timeStepAt(new Date()) - 1))
  await button(page, 'Turn on').click()
  await expect(page.getByText('Your recovery codes').first()).toBeVisible()
  const codes = await page.getByText(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/).allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('checkbox', { name: 'I have saved them' }).check()
  await button(page, 'Done').click()
  await expect(page.getByText('10 recovery codes left.')).toBeVisible()

  await page.request.post('/api/auth/logout')
  const signIn = async () => {
    await page.goto('/sign-in')
    await field(page, 'Username').fill(username)
    await field(page, 'Password').fill(password)
    await main(page).getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  }
  await signIn()
  await field(page, 'Code').fill('000000')
  await button(page, 'Continue').click()
  await expect(page.getByText('Wrong code, or it was already used.').first()).toBeVisible()
  await field(page, 'Code').fill(totpCode(secret, timeStepAt(new Date())))
  await button(page, 'Continue').click()
  await expectToast(page, 'Success', 'You have successfully logged in')

  await page.request.post('/api/auth/logout')
  await signIn()
  await button(page, 'Use a recovery code instead').click()
  await field(page, 'Recovery code').fill(codes[0] ?? '')
  await button(page, 'Continue').click()
  await expectToast(page, 'Success', 'You have successfully logged in')
  await page.goto('/profile?section=security')
  await expect(page.getByText('9 recovery codes left.')).toBeVisible()
})

test('sessions: other sessions are listed and can be ended', async ({ page, browser }) => {
  const credentials = await signUp(page)
  const elsewhere = await browser.newContext({
    userAgent: 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/143.0',
  })
  const other = await elsewhere.newPage()
  await other.request.post('/api/auth/login', { data: credentials })
  await page.goto('/profile?section=security')
  await expect(page.getByText('This device')).toBeVisible()
  await button(page, 'Sign out Firefox on Windows').click()
  await expect(page.getByText('Firefox on Windows')).toHaveCount(0)
  const status = await other.request.get('/api/auth/status')
  expect(await status.json()).toMatchObject({ authenticated: false })
  await elsewhere.close()
})

test('SEC-07 SEC-08 SEC-09 account deletion: only after confirmation', async ({ page }) => {
  const { username } = await signUp(page)
  await page.goto('/profile?section=security')
  let calls = 0
  page.on('request', request => {
    if (request.method() === 'DELETE' && request.url().endsWith('/api/user')) calls += 1
  })
  await button(page, 'Delete account').click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog.getByText('This cannot be undone.', { exact: false })).toBeVisible()
  const confirm = dialog.getByRole('button', { name: 'Delete everything' })
  await expect(confirm).toBeDisabled()
  await dialog.getByRole('button', { name: 'Keep my account' }).click()
  await expect(dialog).toHaveCount(0)
  expect(calls).toBe(0)

  await button(page, 'Delete account').click()
  await dialog.getByRole('textbox').fill(username)
  await page.route('**/api/user', route => route.fulfill({ status: 500, body: '' }))
  await confirm.click()
  await expect(page.getByText('Failed to delete account').first()).toBeVisible()
  await page.unroute('**/api/user')
  await confirm.click()
  await expect(page).toHaveURL('/')
  await expectToast(page, 'Account Deleted')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(calls).toBe(2)
})

test('confirm identity: a stale session is asked for the password once, then the key is created', async ({
  page,
}) => {
  const credentials = await signUpOnPlan(page, 'pro')
  await makeSessionStale(credentials)
  // Colors that are still changing to the other theme have no contrast to inspect.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/profile?section=security')
  await button(page, 'New key').click()
  await field(page, 'Name').fill('Build server')
  await button(page, 'Create key').click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await inspectPage(page, 'confirm identity')
  await page.emulateMedia({ colorScheme: 'dark' })
  await inspectColors(page, 'confirm identity, dark')
  await page.setViewportSize({ width: 390, height: 844 })
  await inspectWidth(page, 'confirm identity, 390')
  await dialog.getByLabel('Your password').focus()
  await page.keyboard.type('wrong password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Wrong password.')).toBeVisible()
  await dialog.getByLabel('Your password').fill(credentials.password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('API key', { exact: true })).toContainText('fsk_')

  // Proved now, so the next sensitive action does not ask again.
  await button(page, 'I have copied it').click()
  await page.getByRole('button', { name: 'Revoke key Build server' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
  await expectToast(page, 'Key revoked')
})

test('confirm identity: it opens above the dialog that deletes the account, and canceling deletes nothing', async ({
  page,
}) => {
  const credentials = await signUpConfirmed(page)
  await makeSessionStale(credentials)
  await page.goto('/profile?section=security')
  await button(page, 'Delete account').click()
  await page.getByRole('dialog').getByRole('textbox').fill(credentials.username)
  await page.getByRole('button', { name: 'Delete everything' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Please confirm it’s you first.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete everything' }).click()
  await dialog.getByLabel('Your password').fill(credentials.password)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Account Deleted')
})

test('unconfirmed address: the security section says so, and the link can be sent again', async ({
  page,
}) => {
  await signUp(page)
  await page.goto('/profile?section=security')
  await expect(page.getByText('Confirm your email address first.').first()).toBeVisible()
  await expect(button(page, 'Set up')).toHaveCount(0)
  await button(page, 'Resend link').click()
  await expectToast(page, 'Link sent')
})
