/** Admin area, on its own server because switching off an engine affects every test. */
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { type Credentials, newCredentials } from '../support/member.ts'
import { runAdmin } from '../support/run-admin.ts'
import { type Site, startSite } from '../support/start-site.ts'
import { expectToast, signUp } from './accounts.ts'
import { damagedFile, videoFile } from './files.ts'
import { focusByKey, pressOn } from './keyboard.ts'

test.describe.configure({ mode: 'serial', timeout: 180_000 })

const operator = newCredentials()
let site: Site
let adminPage: Page

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000)
  site = await startSite()
  adminPage = await (await newVisitor(browser)).newPage()
})
test.afterAll(() => site?.stop())

function newVisitor(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ baseURL: site.baseUrl, reducedMotion: 'reduce' })
}

async function newMember(browser: Browser): Promise<{ page: Page; credentials: Credentials }> {
  const page = await (await newVisitor(browser)).newPage()
  return { page, credentials: await signUp(page) }
}

const row = (text: string | RegExp) =>
  adminPage.getByRole('main').getByRole('button', { name: text, expanded: false }).first()

test('API-35 admin: the first operator is created on the command line and signs in to the admin area', async () => {
  const { username, email, password } = operator
  const output = await runAdmin(site.dataDir, ['create', username, email], `${password}\n`)
  expect(output).toBe(`${username} was created and is an operator.`)
  await adminPage.goto('/admin/users')
  await expect(adminPage).toHaveURL(/\/sign-in\?next=\/admin\/users$/)
  await adminPage.getByLabel('Username', { exact: true }).fill(username)
  await adminPage.getByLabel('Password', { exact: true }).fill(password)
  await adminPage.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(adminPage).toHaveURL(/\/admin\/users$/)
  await expect(row(username)).toContainText('Operator')
  await adminPage.goto('/')
  await adminPage.getByRole('button', { name: `Account menu of ${username}` }).click()
  await adminPage.getByRole('menuitem', { name: 'Administration' }).click()
  await expect(adminPage.getByRole('heading', { level: 1 })).toHaveText('Administration')
  await expect(adminPage).toHaveTitle('Overview, Administration | Filesmith')
})

test('API-35 admin: an account that is not an operator gets 404 and no menu entry', async ({ browser }) => {
  const { page } = await newMember(browser)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  await page.getByRole('button', { name: /^Account menu of/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Administration' })).toHaveCount(0)
  expect((await page.request.get('/api/admin/users')).status()).toBe(403)
  await page.context().close()
})

test('API-35 admin failures: lists a failed conversion with its reason and the engine output', async ({
  browser,
}) => {
  const visitor = await newVisitor(browser)
  const reply = await visitor.request.post('/api/convert/image', {
    multipart: { file: await damagedFile('family.jpg'), outputFormat: 'webp' },
  })
  expect(reply.ok()).toBe(false)
  const { message } = await reply.json()
  await visitor.close()

  await adminPage.goto('/admin/failures')
  await expect(row(/Image conversion/)).toContainText(message)
  await expect(row(/Image conversion/)).toContainText('JPG to WEBP')
  await row(/Image conversion/).click()
  await expect(adminPage.getByText('Engine output')).toBeVisible()
  await expect(adminPage.locator('main')).not.toContainText('family.jpg')
})

test('API-35 admin engines: switches an engine off and on by keyboard, and visitors are affected', async ({
  browser,
}) => {
  const visitor = await newVisitor(browser)
  const convert = async () =>
    visitor.request.post('/api/convert/video', {
      multipart: { file: await videoFile(), outputFormat: 'webm' },
      timeout: 120_000,
    })
  await adminPage.goto('/admin/engines')
  const ffmpeg = adminPage.getByRole('switch', { name: 'Video and audio (FFmpeg) is on' })
  await expect(ffmpeg).toBeChecked()
  await pressOn(ffmpeg, 'Space')
  const sheet = adminPage.getByRole('dialog', { name: 'Turn Video and audio (FFmpeg) off?' })
  await expect(sheet.getByRole('listitem').filter({ hasText: 'Video conversion' })).toBeVisible()
  await focusByKey(sheet.getByLabel('Reason'))
  await adminPage.keyboard.type('A patch is due.')
  await adminPage.keyboard.press('Enter')
  await expectToast(adminPage, 'Video and audio (FFmpeg) is off')
  await expect(ffmpeg).not.toBeChecked()
  await expect(ffmpeg).toBeFocused()
  await expect(adminPage.getByText(`by ${operator.username}: A patch is due.`)).toBeVisible()

  const page = await visitor.newPage()
  await expect(async () => {
    await page.goto('/')
    await page.getByRole('tab', { name: 'Video' }).click({ timeout: 5000 })
    await expect(page.getByRole('button', { name: 'Convert Video' })).toBeDisabled({ timeout: 2000 })
  }).toPass({ timeout: 60_000 })
  await expect(page.getByRole('note')).toBeVisible()
  expect((await convert()).status()).toBe(503)
  await adminPage.goto('/admin')
  await expect(adminPage.getByText('Video and audio (FFmpeg) is turned off.')).toBeVisible()

  await adminPage.goto('/admin/engines')
  await pressOn(ffmpeg, 'Space')
  await expect(ffmpeg).toBeChecked()
  await expect(async () => expect((await convert()).status()).toBe(200)).toPass({ timeout: 120_000 })
  await visitor.close()
})

test('API-35 admin users: granting a plan and suspending an account take effect immediately', async ({
  browser,
}) => {
  const { page, credentials } = await newMember(browser)
  await adminPage.goto('/admin/users')
  await adminPage.getByLabel('Search by name or email').fill(credentials.username)
  await row(credentials.username).click()
  await adminPage.getByLabel('Last day (optional)').fill('2099-01-31')
  await adminPage.getByRole('button', { name: 'Grant plan' }).click()
  await expectToast(adminPage, 'Plan granted', `${credentials.username} is now on Pro.`)
  await expect(adminPage.getByRole('main').getByRole('button', { name: credentials.username })).toContainText(
    'ProGranted',
  )
  await page.goto('/profile?section=subscription')
  const plan = page.getByRole('region', { name: 'Your plan' })
  await expect(plan).toContainText('Pro')
  await expect(plan).toContainText('2099')
  await expect(plan).not.toContainText('renew')

  await adminPage.getByRole('button', { name: 'Suspend' }).click()
  await adminPage.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await expectToast(adminPage, 'Account suspended')
  await expect(adminPage.getByRole('button', { name: 'Restore' })).toBeFocused()
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/sign-in/)
  await page.context().close()
})

test('API-35 admin messages: a contact message is read and marked as handled', async ({ browser }) => {
  const { page } = await newMember(browser)
  const sent = await page.request.post('/api/contact', {
    data: {
      name: 'Cleo Marsh',
      email: 'cleo@example.org',
      subject: 'Photos of our harbor',
      message: 'We have four hundred of them.\nCan they be converted at once?',
    },
  })
  expect(sent.ok()).toBe(true)
  await page.context().close()
  await adminPage.goto('/admin')
  await adminPage.getByRole('listitem').filter({ hasText: '1 open message.' }).getByRole('link').click()
  await row(/Photos of our harbor/).click()
  await expect(adminPage.locator('main')).toContainText('Cleo Marsh <cleo@example.org>')
  await expect(adminPage.getByRole('link', { name: 'Reply by email to Cleo Marsh' })).toHaveAttribute(
    'href',
    /^mailto:cleo%40example\.org\?subject=Re%3A%20Photos/,
  )
  await adminPage.getByRole('button', { name: 'Mark as handled' }).click()
  await expectToast(adminPage, 'Marked as handled')
  await expect(adminPage.getByText('No open messages')).toBeVisible()
  await adminPage.getByText('Handled', { exact: true }).click()
  await expect(row(/Photos of our harbor/)).toBeVisible()
})

test('API-35 admin audit log: lists every action, newest first', async () => {
  await adminPage.goto('/admin/audit')
  const log = adminPage.getByRole('list', { name: 'Audit log' })
  await expect(log).toContainText('marked the message from')
  const logText = (await log.getByRole('listitem').allTextContents()).join('\n')
  const order = [
    'marked the message from',
    'suspended smith-',
    'the Pro plan until 2099-',
    'turned Video and audio (FFmpeg) on',
    'turned Video and audio (FFmpeg) off: A patch is due.',
    `${operator.username} signed in`,
    `A command-line user created the account ${operator.username}`,
  ]
  const positions = order.map(text => logText.indexOf(text))
  expect(positions).not.toContain(-1)
  expect(positions).toEqual([...positions].sort((a, b) => a - b))
})

test('PLAN-23 API-35 admin chats: an account on Pro and an operator chat live', async ({ browser }) => {
  const { page, credentials } = await newMember(browser)
  const found = await adminPage.request.get(`/api/admin/users?search=${credentials.username}`)
  const { users } = await found.json()
  const granted = await adminPage.request.patch(`/api/admin/users/${users[0].id}`, {
    data: { grantedPlan: 'pro' },
  })
  expect(granted.status()).toBe(200)
  await adminPage.goto('/admin/chats')
  await expect(adminPage.getByText('No chats yet')).toBeVisible()

  await page.goto('/profile')
  await page.getByRole('link', { name: 'Chat Support' }).click()
  await page.getByLabel('Your message').fill('Can I convert 400 photos?')
  await page.getByLabel('Your message').press('Enter')
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(log).toContainText('Can I convert 400 photos?')
  await expect(page.getByLabel('Your message')).toBeFocused()

  // The open list shows it without a reload.
  await adminPage.getByRole('link', { name: new RegExp(`^${credentials.username} 1 unread`) }).click()
  await expect(adminPage.getByLabel('Your answer')).toBeFocused()
  await adminPage.keyboard.type('Yes, on Pro.')
  await adminPage.keyboard.press('Enter')
  await expect(log).toContainText('Yes, on Pro.')
  await expect(log).toContainText('Seen')
  await expect(adminPage.getByRole('log')).toContainText('Seen')
  await page.context().close()
})
