/** Account settings: the four sections. */
import { expect, test } from '@playwright/test'
import { receiveMail, tokenIn } from '../support/mailbox.ts'
import { newCredentials } from '../support/member.ts'
import { expectToast, signUp, signUpOnPlan } from './accounts.ts'
import { dataFolder } from './data-folder.ts'
import { button, field, main } from './locators.ts'

test('PROF-01 profile: a signed-out visitor signs in first and returns', async ({ page }) => {
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

test('PROF-02 PROF-03 PROF-04 profile: four sections in a side menu on desktop, in tabs on a phone', async ({
  page,
}) => {
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

test('ACC-01 ACC-02 profile: the username is shown and changed with the password', async ({ page }) => {
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
  await expect(page.getByText('Wrong password.').first()).toBeVisible()
  await field(page, 'Your password').fill(password)
  await button(page, 'Save').click()
  await expect(main(page).getByText(renamed).first()).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: renamed })).toBeVisible()
})

test('ACC-03 profile: the email address is changed with the password and a link sent to the new address', async ({
  page,
}) => {
  const { email, password } = await signUp(page)
  const changed = newCredentials().email
  await page.goto('/profile')
  await button(page, 'Edit email').click()
  await field(page, 'New email address').fill(changed)
  await field(page, 'Your password').fill(password)
  await button(page, 'Save').click()
  await expect(page.getByText(`We sent a link to ${changed}. Open it to change your address.`)).toBeVisible()
  await expect(main(page).getByText(email, { exact: true })).toBeVisible()
  const token = tokenIn(await receiveMail(dataFolder, changed, /confirm/i))
  await page.goto(`/verify-email?token=${token}`)
  await expect(page.getByRole('heading', { name: 'Email address confirmed' })).toBeVisible()
  await page.goto('/profile')
  await expect(main(page).getByText(changed, { exact: true })).toBeVisible()
})

test('profile: the account data can be downloaded', async ({ page }) => {
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
  test(`${ids} profile: subscription ${plan} until ${expiresAt?.getFullYear()}`, async ({ page }) => {
    await signUpOnPlan(page, plan, expiresAt)
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

test('SUB-12 SUB-13 profile: plan links go to /plans and redirect to /premium/plans, as does the ad box', async ({
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
