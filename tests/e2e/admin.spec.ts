/** The admin area as its operators have it: on an installation of its own, since switching engines off is felt by everybody. */
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { type Credentials, newCredentials } from '../support/member.ts'
import { runAdmin } from '../support/run-admin.ts'
import { type Site, startSite } from '../support/start-site.ts'
import { expectToast, signUp } from './accounts.ts'
import { damagedFile, videoFile } from './files.ts'
import { goTo, pressOn } from './keyboard.ts'

test.describe.configure({ mode: 'serial', timeout: 180_000 })

const operator = newCredentials()
let site: Site
let desk: Page

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000)
  site = await startSite()
  desk = await (await newVisitor(browser)).newPage()
})
test.afterAll(() => site?.stop())

function newVisitor(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ baseURL: site.baseUrl, reducedMotion: 'reduce' })
}

async function newMember(browser: Browser): Promise<{ page: Page; credentials: Credentials }> {
  const page = await (await newVisitor(browser)).newPage()
  return { page, credentials: await signUp(page) }
}

const row = (words: string | RegExp) =>
  desk.getByRole('main').getByRole('button', { name: words, expanded: false }).first()

test('API-35 the first operator is made on the command line, signs in, and finds the area', async () => {
  const { username, email, password } = operator
  const said = await runAdmin(site.dataDir, ['create', username, email], `${password}\n`)
  expect(said).toBe(`${username} can sign in now and is an operator.`)
  await desk.goto('/admin/users')
  await expect(desk).toHaveURL(/\/sign-in\?next=\/admin\/users$/)
  await desk.getByLabel('Username', { exact: true }).fill(username)
  await desk.getByLabel('Password', { exact: true }).fill(password)
  await desk.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(desk).toHaveURL(/\/admin\/users$/)
  await expect(row(username)).toContainText('Operator')
  await desk.goto('/')
  await desk.getByRole('button', { name: `Account menu of ${username}` }).click()
  await desk.getByRole('menuitem', { name: 'Administration' }).click()
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('Administration')
  await expect(desk).toHaveTitle('Overview, Administration | Filesmith')
})

test('API-35 an account that is no operator finds nothing, and hears nothing', async ({ browser }) => {
  const { page } = await newMember(browser)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  await page.getByRole('button', { name: /^Account menu of/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Administration' })).toHaveCount(0)
  expect((await page.request.get('/api/admin/users')).status()).toBe(403)
  await page.context().close()
})

test('API-35 a conversion that failed is there with its reason and with what the engine said', async ({
  browser,
}) => {
  const visitor = await newVisitor(browser)
  const told = await visitor.request.post('/api/convert/image', {
    multipart: { file: await damagedFile('family.jpg'), outputFormat: 'webp' },
  })
  expect(told.ok()).toBe(false)
  const { message } = await told.json()
  await visitor.close()

  await desk.goto('/admin/failures')
  await expect(row(/Image conversion/)).toContainText(message)
  await expect(row(/Image conversion/)).toContainText('JPG to WEBP')
  await row(/Image conversion/).click()
  await expect(desk.getByText('Engine output')).toBeVisible()
  await expect(desk.locator('main')).not.toContainText('family.jpg')
})

test('API-35 an engine is switched off and on by keyboard alone, and visitors feel it', async ({
  browser,
}) => {
  const visitor = await newVisitor(browser)
  const convert = async () =>
    visitor.request.post('/api/convert/video', {
      multipart: { file: await videoFile(), outputFormat: 'webm' },
      timeout: 120_000,
    })
  await desk.goto('/admin/engines')
  const ffmpeg = desk.getByRole('switch', { name: 'Video and audio (FFmpeg) is on' })
  await expect(ffmpeg).toBeChecked()
  await pressOn(ffmpeg, 'Space')
  const sheet = desk.getByRole('dialog', { name: 'Turn Video and audio (FFmpeg) off?' })
  await expect(sheet.getByRole('listitem').filter({ hasText: 'Video conversion' })).toBeVisible()
  await goTo(sheet.getByLabel('Reason'))
  await desk.keyboard.type('A patch is due.')
  await desk.keyboard.press('Enter')
  await expectToast(desk, 'Video and audio (FFmpeg) is off')
  await expect(ffmpeg).not.toBeChecked()
  await expect(ffmpeg).toBeFocused()
  await expect(desk.getByText(`by ${operator.username}: A patch is due.`)).toBeVisible()

  const page = await visitor.newPage()
  await expect(async () => {
    await page.goto('/')
    await page.getByRole('tab', { name: 'Video' }).click({ timeout: 5000 })
    await expect(page.getByRole('button', { name: 'Convert Video' })).toBeDisabled({ timeout: 2000 })
  }).toPass({ timeout: 60_000 })
  await expect(page.getByRole('note')).toBeVisible()
  expect((await convert()).status()).toBe(503)
  await desk.goto('/admin')
  await expect(desk.getByText('Video and audio (FFmpeg) is turned off.')).toBeVisible()

  await desk.goto('/admin/engines')
  await pressOn(ffmpeg, 'Space')
  await expect(ffmpeg).toBeChecked()
  await expect(async () => expect((await convert()).status()).toBe(200)).toPass({ timeout: 120_000 })
  await visitor.close()
})

test('API-35 a plan is given to somebody, who has it at once', async ({ browser }) => {
  const { page, credentials } = await newMember(browser)
  await desk.goto('/admin/users')
  await desk.getByLabel('Search by name or email').fill(credentials.username)
  await row(credentials.username).click()
  await desk.getByLabel('Last day (optional)').fill('2099-01-31')
  await desk.getByRole('button', { name: 'Grant plan' }).click()
  await expectToast(desk, 'Plan granted', `${credentials.username} is now on Pro.`)
  await expect(desk.getByRole('main').getByRole('button', { name: credentials.username })).toContainText(
    'ProGiven',
  )
  await page.goto('/profile?section=subscription')
  const plan = page.getByRole('region', { name: 'Your plan' })
  await expect(plan).toContainText('Pro')
  await expect(plan).toContainText('2099')
  await expect(plan).not.toContainText('renew')

  await desk.getByRole('button', { name: 'Suspend' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await expectToast(desk, 'Account suspended')
  await expect(desk.getByRole('button', { name: 'Restore' })).toBeFocused()
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/sign-in/)
  await page.context().close()
})

test('API-35 a message of the contact form is read and marked as handled', async ({ browser }) => {
  const { page } = await newMember(browser)
  const sent = await page.request.post('/api/contact', {
    data: {
      name: 'Cleo Marsh',
      email: 'cleo@example.org',
      subject: 'Pictures of our harbour',
      message: 'We have four hundred of them.\nCan they be converted at once?',
    },
  })
  expect(sent.ok()).toBe(true)
  await page.context().close()
  await desk.goto('/admin')
  await desk.getByRole('listitem').filter({ hasText: '1 open message.' }).getByRole('link').click()
  await row(/Pictures of our harbour/).click()
  await expect(desk.locator('main')).toContainText('Cleo Marsh <cleo@example.org>')
  await expect(desk.getByRole('link', { name: 'Reply by email to Cleo Marsh' })).toHaveAttribute(
    'href',
    /^mailto:cleo%40example\.org\?subject=Re%3A%20Pictures/,
  )
  await desk.getByRole('button', { name: 'Mark as handled' }).click()
  await expectToast(desk, 'Marked as handled')
  await expect(desk.getByText('No open messages')).toBeVisible()
  await desk.getByText('Handled', { exact: true }).click()
  await expect(row(/Pictures of our harbour/)).toBeVisible()
})

test('API-35 the audit log has all of it, newest first', async () => {
  await desk.goto('/admin/audit')
  const log = desk.getByRole('list', { name: 'Audit log' })
  await expect(log).toContainText('marked the message from')
  const said = (await log.getByRole('listitem').allTextContents()).join('\n')
  const order = [
    'marked the message from',
    'suspended smith-',
    'the Pro plan until 2099-',
    'turned Video and audio (FFmpeg) on',
    'turned Video and audio (FFmpeg) off: A patch is due.',
    `${operator.username} signed in`,
    `A command-line user created the account ${operator.username}`,
  ]
  const places = order.map(words => said.indexOf(words))
  expect(places).not.toContain(-1)
  expect(places).toEqual([...places].sort((a, b) => a - b))
})
