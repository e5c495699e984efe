/** Sign-in, sign-up and sign-out. */
import { expect, type Page, test } from '@playwright/test'
import { newCredentials } from '../support/member.ts'
import { createAccount, expectToast, signUp } from './accounts.ts'
import { pngFile } from './files.ts'
import { field } from './locators.ts'

const signInButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Sign In' })
const accountMenu = (page: Page, username: string) =>
  page.getByRole('banner').getByRole('button', { name: username })

async function fillSignIn(page: Page, username: string, password: string): Promise<void> {
  await field(page, 'Username').fill(username)
  await field(page, 'Password').fill(password)
  await signInButton(page).click()
}

test('SIN-01 SIN-02 SIN-03 sign-in: fields and links', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page).toHaveTitle(/Filesmith/)
  await expect(field(page, 'Username')).toHaveAttribute('autocomplete', 'username')
  await expect(field(page, 'Password')).toHaveAttribute('autocomplete', 'current-password')
  await expect(page.getByRole('checkbox', { name: 'Remember me' })).not.toBeChecked()
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL('/forgot-password')
  await page.goBack()
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL('/sign-up')
})

test('SIN-05 sign-in: sends nothing without both fields', async ({ page }) => {
  let calls = 0
  await page.route('**/api/auth/login', route => {
    calls += 1
    return route.continue()
  })
  await page.goto('/sign-in')
  for (const [username, password] of [
    ['', ''],
    ['smith', ''],
    ['', 'secret'],
  ] as const) {
    await fillSignIn(page, username, password)
    await expect(page.getByText('Please enter both username and password')).toBeVisible()
  }
  expect(calls).toBe(0)
})

test('SIN-04 SIN-06 FRAME-07 FRAME-08 sign-in: signs in, redirects signed-in users, and signs out', async ({
  page,
}) => {
  const { username, password } = await createAccount(page)
  await page.goto('/sign-in')
  await fillSignIn(page, username, password)
  await expectToast(page, 'Success', 'You have successfully logged in')
  await expect(page).toHaveURL('/')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Sign In' })).toHaveCount(0)
  await expect(header.getByRole('link', { name: 'Sign Up' })).toHaveCount(0)
  for (const path of ['/sign-in', '/sign-up']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
  }

  await accountMenu(page, username).click()
  await expect(page.getByText('10 of 10 conversions left today').last()).toBeVisible()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page).toHaveURL('/profile')
  await accountMenu(page, username).click()
  const call = page.waitForRequest(request => request.url().endsWith('/api/auth/logout'))
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  expect((await call).method()).toBe('POST')
  await expectToast(page, 'Logged Out', 'You have been successfully logged out')
  await expect(header.getByRole('link', { name: 'Sign In' })).toBeVisible()
})

test('FRAME-10 phone menu: has the account entries', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { username } = await signUp(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('banner')
  await expect(menu.getByText(username, { exact: true }).last()).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Sign In' })).toHaveCount(0)
  await menu.getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL('/profile')
  await page.getByRole('button', { name: 'Menu' }).click()
  await menu.getByRole('button', { name: 'Log out' }).click()
  await expectToast(page, 'Logged Out')
})

test('SIN-09 remember me: keeps the session after the browser is closed; without it the session ends', async ({
  browser,
  page,
}) => {
  const { username, password } = await createAccount(page)
  for (const isRemembered of [true, false]) {
    const context = await browser.newContext()
    const tab = await context.newPage()
    await tab.goto('/sign-in')
    if (isRemembered) await tab.getByRole('checkbox', { name: 'Remember me' }).check()
    await fillSignIn(tab, username, password)
    await expect(accountMenu(tab, username)).toBeVisible()
    // A closed browser keeps only cookies with an expiry date.
    const { cookies, origins } = await context.storageState()
    await context.close()
    const persistent = cookies.filter(cookie => cookie.expires > 0)
    const reopened = await browser.newContext({ storageState: { cookies: persistent, origins } })
    const later = await reopened.newPage()
    await later.goto('/')
    if (isRemembered) await expect(accountMenu(later, username)).toBeVisible()
    else await expect(later.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
    await reopened.close()
  }
})

async function fillSignUp(page: Page, values: Record<string, string>, isAgreed = true): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
  await page.getByRole('checkbox').setChecked(isAgreed)
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
}

test('SUP-01 SUP-02 SUP-03 sign-up: fields and links', async ({ page }) => {
  await page.goto('/sign-up')
  await expect(field(page, 'Username')).toHaveAttribute('autocomplete', 'username')
  await expect(field(page, 'Email')).toHaveAttribute('autocomplete', 'email')
  await expect(field(page, 'Password')).toHaveAttribute('autocomplete', 'new-password')
  await expect(field(page, 'Confirm password')).toHaveAttribute('autocomplete', 'new-password')
  const main = page.getByRole('main')
  await expect(main.getByRole('checkbox')).not.toBeChecked()
  await expect(main.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/terms')
  await expect(main.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy')
  await main.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/sign-in')
})

test('SUP-05 SUP-06 SUP-07 sign-up: validation errors appear in order, and nothing is sent', async ({
  page,
}) => {
  let calls = 0
  await page.route('**/api/auth/register', route => {
    calls += 1
    return route.continue()
  })
  await page.goto('/sign-up')
  await fillSignUp(page, { Password: 'Ember+Anvil 27', 'Confirm password': 'Ember+Anvil 28' }, false)
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await fillSignUp(page, { 'Confirm password': 'Ember+Anvil 27' }, false)
  await expect(page.getByText('You must agree to the terms and conditions.')).toBeVisible()
  await fillSignUp(page, { Username: 'smith' })
  await expect(page.getByText('Please fill out all required fields.')).toBeVisible()
  expect(calls).toBe(0)
})

test('SUP-09 SUP-10 REC-09 sign-up: leads home, signed in, and keeps earlier conversions', async ({
  page,
}) => {
  await page.goto('/')
  const form = { file: { ...(await pngFile()), name: 'before.png' }, outputFormat: 'webp' }
  expect((await page.request.post('/api/convert/image', { multipart: form })).status()).toBe(200)
  const { username, email, password } = newCredentials()
  await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click()
  await fillSignUp(page, {
    Username: username,
    Email: email,
    Password: password,
    'Confirm password': password,
  })
  await expectToast(page, 'Account created', 'Welcome to Filesmith! Your account has been created.')
  await expect(page).toHaveURL('/')
  await accountMenu(page, username).click()
  await expect(page.getByRole('menu').getByText('Free', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('before.png')).toBeVisible()
})

test('sign-up: the password can be shown and hidden, and its strength is displayed', async ({ page }) => {
  await page.goto('/sign-up')
  await field(page, 'Password').fill('password1')
  const strength = page.getByRole('status').filter({ hasText: 'Password strength' })
  await expect(strength).toContainText('Too easy to guess.')
  await field(page, 'Password').fill('Ember+Anvil 27 quiet')
  await expect(strength).toContainText('Strong.')
  await expect(field(page, 'Password')).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).first().click()
  await expect(field(page, 'Password')).toHaveAttribute('type', 'text')
})
