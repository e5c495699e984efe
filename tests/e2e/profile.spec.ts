/** Account settings: the four sections, as somebody meets them who has an account. */
import { expect, type Page, test } from '@playwright/test'
import { timeStepAt, totpCode } from '../../packages/server/src/domain/accounts/totp.ts'
import { receiveMail, tokenIn } from '../support/mailbox.ts'
import { newCredentials } from '../support/member.ts'
import { beOnPlan, expectToast, haveConverted, signUp } from './accounts.ts'
import { dataFolder } from './data-folder.ts'
import { pngFile } from './files.ts'

const main = (page: Page) => page.getByRole('main')
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('PROF-01 who is not signed in is sent to the sign-in page, and comes back', async ({ page }) => {
  const { username, password } = await signUp(page)
  await page.request.post('/api/auth/logout')
  await page.goto('/profile')
  await expect(page).toHaveURL(/^[^?]*\/sign-in/)
  await field(page, 'Username').fill(username)
  await field(page, 'Password').fill(password)
  await main(page).getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/profile')
})

const sections = ['Account', 'Subscription', 'Security', 'Usage History']

test('PROF-02 PROF-03 PROF-04 four sections: a side menu on a desk, tabs on a phone', async ({ page }) => {
  await signUp(page)
  await page.goto('/profile')
  const menu = page.getByRole('navigation', { name: 'Account settings' })
  await expect(menu.getByRole('link')).toHaveText(sections)
  await expect(main(page).getByRole('tab')).toHaveCount(0)
  for (const name of sections) {
    await menu.getByRole('link', { name }).click()
    await expect(main(page).getByRole('heading', { name, exact: true })).toBeVisible()
  }
  await page.goBack()
  await expect(main(page).getByRole('heading', { name: 'Security', exact: true })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(main(page).getByRole('tab')).toHaveText(sections)
  await expect(menu).toHaveCount(0)
  await page.getByRole('tab', { name: 'Usage History' }).click()
  await expect(main(page).getByRole('heading', { name: 'Past conversions' })).toBeVisible()

  await main(page).getByRole('button', { name: 'Sign out', exact: true }).click()
  await expectToast(page, 'Logged Out', 'You have been successfully logged out')
  await expect(page).not.toHaveURL(/profile/)
})

test('ACC-01 ACC-02 the username is shown, and changed with the password', async ({ page }) => {
  const { username, email, password } = await signUp(page)
  await page.goto('/profile')
  await expect(main(page).getByText(username).first()).toBeVisible()
  await expect(main(page).getByText(email).first()).toBeVisible()
  await expect(main(page).getByRole('textbox')).toHaveCount(0)
  await button(page, 'Edit username').click()
  const renamed = newCredentials().username
  await field(page, 'New username').fill(renamed)
  await field(page, 'Your password').fill('wrong password')
  await button(page, 'Save').click()
  await expect(page.getByText('The password is not right.').first()).toBeVisible()
  await field(page, 'Your password').fill(password)
  await button(page, 'Save').click()
  await expect(main(page).getByText(renamed).first()).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: renamed })).toBeVisible()
})

test('ACC-03 the address is changed with the password and a link to the new one', async ({ page }) => {
  const { email, password } = await signUp(page)
  const changed = newCredentials().email
  await page.goto('/profile')
  await button(page, 'Edit email').click()
  await field(page, 'New email address').fill(changed)
  await field(page, 'Your password').fill(password)
  await button(page, 'Save').click()
  await expect(
    page.getByText(`We sent a link to ${changed}; the address changes when you open it.`),
  ).toBeVisible()
  await expect(main(page).getByText(email, { exact: true })).toBeVisible()
  const token = tokenIn(await receiveMail(dataFolder, changed, /confirm/i))
  await page.goto(`/verify-email?token=${token}`)
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
  await page.goto('/profile')
  await expect(main(page).getByText(changed, { exact: true })).toBeVisible()
})

test('one’s data can be downloaded', async ({ page }) => {
  await signUp(page)
  await page.goto('/profile')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  expect((await download).suggestedFilename()).toBe('filesmith-data.zip')
})

const nextYear = new Date(Date.now() + 365 * 86_400_000)
const lastYear = new Date(Date.now() - 365 * 86_400_000)
const onDay = (date: Date) => new RegExp(String(date.getFullYear()))

for (const [ids, plan, expiresAt, badge, text] of [
  ['SUB-03 SUB-06 SUB-11 SUB-13', 'free', null, 'Free', /^Free plan$/],
  ['SUB-03 SUB-04', 'basic', nextYear, 'Basic', /renew on/],
  ['SUB-03 SUB-04', 'pro', nextYear, 'Pro', /renew on/],
  ['SUB-02 SUB-05', 'basic', lastYear, 'Expired', /expired on/],
] as const) {
  test(`${ids} the subscription of ${plan} until ${expiresAt?.getFullYear()}`, async ({ page }) => {
    await beOnPlan(page, plan, expiresAt)
    await page.goto('/profile?section=subscription')
    await expect(main(page).getByText(badge, { exact: true }).first()).toBeVisible()
    const line = main(page).getByText(text).first()
    await expect(line).toBeVisible()
    if (expiresAt) await expect(line).toContainText(onDay(expiresAt))
    const hasAds = badge === 'Free' || badge === 'Expired'
    await expect(main(page).getByRole('link', { name: 'Upgrade your plan' })).toHaveCount(hasAds ? 1 : 0)
    await expect(main(page).getByText('Advertisement', { exact: true })).toHaveCount(hasAds ? 1 : 0)
  })
}

test('SUB-12 SUB-13 plan links go to /plans and arrive at /premium/plans; the ad box goes there too', async ({
  page,
}) => {
  await signUp(page)
  await page.goto('/profile?section=subscription')
  const upgrade = main(page).getByRole('link', { name: 'Upgrade your plan' })
  await expect(upgrade).toHaveAttribute('href', '/plans')
  const ad = main(page)
    .locator('section,aside,div')
    .filter({ hasText: 'Advertisement' })
    .getByRole('link')
    .last()
  await expect(ad).toHaveAttribute('href', '/premium/plans')
  await upgrade.click()
  await expect(page).toHaveURL('/premium/plans')
  await page.goto('/plans')
  await expect(page).toHaveURL('/premium/plans')
})

async function changePassword(page: Page, current: string, next: string, confirm: string): Promise<void> {
  await field(page, 'Current password').fill(current)
  await field(page, 'New password').fill(next)
  await field(page, 'Confirm new password').fill(confirm)
  await button(page, 'Update password').click()
}

test('SEC-01 SEC-02 SEC-03 SEC-04 SEC-05 SEC-06 the password is changed, or it is said why not', async ({
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
  await expect(page.getByText('The password is not right.').first()).toBeVisible()
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

test('two-step sign-in: set up with the app, asked for at the next sign-in', async ({ page }) => {
  const { username, password } = await signUp(page)
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
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()

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
  await expect(page.getByText('This code is not right, or it has been used already.').first()).toBeVisible()
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
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible()
})

test('one sees where one is signed in, and ends it', async ({ page, browser }) => {
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

test('SEC-07 SEC-08 SEC-09 an account is deleted after a confirmation, and only then', async ({ page }) => {
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

const almostOut = "You're almost out of conversions for this month"

for (const [used, share, isWarned] of [
  [0, '0', false],
  [269, '89', false],
  [270, '90', true],
  [300, '100', true],
  [420, '100', true],
] as const) {
  test(`USE-01 USE-02 USE-03 ${used} of 300 used`, async ({ page }) => {
    await haveConverted(await signUp(page), { today: 3, month: used })
    await page.goto('/profile?section=usage')
    const bar = page.getByRole('progressbar', { name: "Share of this month's conversions used" })
    await expect(bar).toHaveAttribute('aria-valuenow', share)
    await expect(page.getByText(almostOut)).toHaveCount(isWarned ? 1 : 0)
    await expect(main(page).getByRole('link', { name: 'Upgrade to Pro' })).toBeVisible()
  })
}

test('USE-03 USE-04 Pro is unlimited, and not asked to become Pro', async ({ page }) => {
  await haveConverted(await beOnPlan(page, 'pro'), { today: 400, month: 4000 })
  await page.goto('/profile?section=usage')
  await expect(main(page).getByText('Unlimited', { exact: true }).first()).toBeVisible()
  await expect(main(page).getByText('400 of them today', { exact: false })).toBeVisible()
  await expect(page.getByText(almostOut)).toHaveCount(0)
  await expect(main(page).getByRole('link', { name: 'Upgrade to Pro' })).toHaveCount(0)
})

test('past conversions: found, downloaded, repeated, deleted', async ({ page }) => {
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
