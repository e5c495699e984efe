/** Password reset and links from emails. */
import { expect, type Page, test } from '@playwright/test'
import { receiveMail, tokenIn } from '../support/mailbox.ts'
import { createAccount, expectToast, signUp } from './accounts.ts'
import { dataFolder } from './data-folder.ts'
import { field } from './locators.ts'

async function askForLink(page: Page, email: string): Promise<string> {
  await page.goto('/forgot-password')
  await field(page, 'Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  return ((await page.getByRole('main').textContent()) ?? '').replace(email, '<address>')
}

test('PWD-01 PWD-02 forgot password: shows the same message for a known and an unknown address', async ({
  page,
}) => {
  const { email } = await createAccount(page)
  expect(await askForLink(page, email)).toBe(await askForLink(page, 'unknown@example.org'))
})

test('PWD-01 forgot password: an invalid address is not sent', async ({ page }) => {
  await page.goto('/forgot-password')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Please enter a valid email address.').first()).toBeVisible()
})

test('PWD-03 PWD-04 PWD-06 reset password: works once through the link of the email', async ({ page }) => {
  const { username, email, password } = await createAccount(page)
  await askForLink(page, email)
  const link = `/reset-password?token=${tokenIn(await receiveMail(dataFolder, email, /password/i))}`
  const setPassword = async (value: string) => {
    await page.goto(link)
    await field(page, 'New password').fill(value)
    await field(page, 'Confirm password').fill(value)
    await page.getByRole('button', { name: 'Set password' }).click()
  }
  await setPassword('Quiet Hammer 88')
  await expect(page).toHaveURL('/sign-in')
  const signIn = async (value: string) => {
    await field(page, 'Username').fill(username)
    await field(page, 'Password').fill(value)
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  }
  await signIn(password)
  await expectToast(page, 'Login Failed', 'Invalid username or password')
  await signIn('Quiet Hammer 88')
  await expectToast(page, 'Success', 'You have successfully logged in')

  await page.request.post('/api/auth/logout')
  await setPassword('Loud Bellows 99')
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

test('PWD-05 reset password: an expired link is rejected, with a link to request a new one', async ({
  page,
}) => {
  await page.goto('/reset-password?token=over')
  await field(page, 'New password').fill('Quiet Hammer 88')
  await field(page, 'Confirm password').fill('Quiet Hammer 88')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test('email confirmation: the link of the first email confirms the address', async ({ page }) => {
  const { email } = await signUp(page)
  const token = tokenIn(await receiveMail(dataFolder, email, /confirm/i))
  await page.goto(`/verify-email?token=${token}`)
  await expect(page.getByRole('heading', { name: 'Email address confirmed' })).toBeVisible()
  await page.goto(`/verify-email?token=${token}`)
  await expect(page.getByRole('heading', { name: 'This link was already used' })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByText(email).first()).toBeVisible()
  await expect(page.getByText('Not confirmed')).toHaveCount(0)
})

test('email confirmation: opened while signed out, the link offers to sign in or to reset the password', async ({
  page,
}) => {
  const { username, email, password } = await createAccount(page)
  const link = `/verify-email?token=${tokenIn(await receiveMail(dataFolder, email, /confirm/i))}`
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Sign in to confirm your email address' })).toBeVisible()
  await page.getByRole('link', { name: 'Set a new password' }).click()
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()

  await page.goto(link)
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await field(page, 'Username').fill(username)
  await field(page, 'Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Email address confirmed' })).toBeVisible()
})
