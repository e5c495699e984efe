/** INSTANCE=private: journeys without limits, and a crawl of every page for traces of money. */
import { adminPath, adminSections } from '@filesmith/contract/admin-sections'
import { apiPaths } from '@filesmith/contract/api-paths'
import { chatSection, profileSectionsOf } from '@filesmith/contract/messages/profile'
import { findMoneyWords } from '@filesmith/contract/money-words.fixture'
import { indexedPaths } from '@filesmith/contract/page-at'
import { hasPage, pages, paths } from '@filesmith/contract/routes'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { newCredentials } from '../support/member.ts'
import { navigateToScreen, type Role } from '../support/screens/screens.ts'
import { takeRole } from '../support/screens/take-role.ts'
import { type Site, startSite } from '../support/start-site.ts'
import { pngFile } from './files.ts'

let site: Site
test.beforeAll(async () => {
  test.setTimeout(120_000)
  site = await startSite({
    INSTANCE: 'private',
    SIGN_UP: 'open',
    // A public instance would allow one conversion, and wait before it.
    PLAN_FREE_PER_DAY: '1',
    ADDRESS_PER_DAY: '1',
    REGISTRATIONS_PER_HOUR: '1000',
    ATTEMPTS_PER_NETWORK: '1000',
  })
})
test.afterAll(() => site?.stop())

/** A browser whose requests to calls about money are reported. */
async function openContext(
  newContext: (options: object) => Promise<BrowserContext>,
): Promise<{ context: BrowserContext; page: Page; asked: string[] }> {
  const context = await newContext({ baseURL: site.baseUrl, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (/\/api\/(?:.*subscription|.*payment|.*invoice|config\/adsense|ad-impression)/.test(pathname))
      asked.push(pathname)
  })
  return { context, page, asked }
}

/** Everything that a user can read, see the name of or hear. */
async function textsOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const named = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'content', 'href']
    const attributes = [...document.querySelectorAll('body *, head meta')].flatMap(element =>
      named.flatMap(name => element.getAttribute(name) ?? []),
    )
    return [document.title, document.body.textContent, ...attributes].join('\n')
  })
}

test('private instance: a visitor converts at once, more often than Free allows and to formats of Pro', async ({
  browser,
}) => {
  const { context, page, asked } = await openContext(options => browser.newContext(options))
  await page.goto('/')
  for (const count of [1, 2]) {
    const panel = page.getByRole('tabpanel', { name: 'Image' })
    await panel.locator('input[type=file]').setInputFiles(await pngFile(`anvil ${count}.png`))
    await expect(page.getByText('Upload complete!')).toBeVisible({ timeout: 30_000 })
    await page.getByText('Advanced options').click()
    await page.getByLabel('Other format').selectOption({ label: 'PSD' })
    expect(findMoneyWords(await textsOf(page))).toEqual([])
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Convert Image' }).click()
    expect((await downloading).suggestedFilename()).toBe(`anvil ${count}.psd`)
    await page.getByRole('button', { name: 'Convert another' }).click()
  }
  expect(findMoneyWords(await textsOf(page))).toEqual([])
  expect(asked).toEqual([])
  await context.close()
})

test('private instance: a plain account makes an API key, without confirming its address, and opens the chat', async ({
  browser,
}) => {
  const { context, page, asked } = await openContext(options => browser.newContext(options))
  const credentials = newCredentials()
  await context.request.post(apiPaths.register, { data: credentials })
  await page.goto(`${paths.profile}?section=security`)
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Build server')
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByLabel('API key', { exact: true })).toHaveText(/^fsk_/)
  await page.goto(`${paths.profile}?section=${chatSection.id}`)
  await page.getByLabel('Your message').fill('Good morning')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('log').getByText('Good morning')).toBeVisible()
  expect(findMoneyWords(await textsOf(page))).toEqual([])
  expect(asked).toEqual([])
  await context.close()
})

test('private instance: pages about money are not found, without and with a reload', async ({ browser }) => {
  const { context, page } = await openContext(options => browser.newContext(options))
  for (const path of ['/premium/plans', '/pricing', '/checkout', '/plans', '/help/account-and-billing']) {
    const reply = await page.goto(path)
    expect([path, reply?.status()]).toEqual([path, 404])
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
    expect(findMoneyWords(await textsOf(page))).toEqual([])
  }
  await page.goto(`${paths.profile}?section=subscription`)
  await expect(page).toHaveURL(/sign-in/)
  await context.close()
})

const publicPages = [
  ...new Set([
    ...indexedPaths('private'),
    ...Object.keys(pages).filter(path => hasPage('private', path) && path !== paths.admin),
  ]),
]
const sections = [...profileSectionsOf('private'), chatSection].map(
  ({ id }) => `${paths.profile}?section=${id}`,
)
const pagesOfRole: Readonly<Record<'visitor' | 'member' | 'operator', readonly string[]>> = {
  visitor: publicPages.filter(path => path !== paths.profile),
  member: [paths.home, paths.tools, paths.help, paths.contact, paths.developers, ...sections],
  operator: [paths.home, ...sections, ...adminSections.map(({ id }) => adminPath(id))],
}

for (const role of ['visitor', 'member', 'operator'] as const satisfies readonly Role[])
  test(`private instance: no trace of money on any page, as ${role}`, async ({ browser }) => {
    test.setTimeout(240_000)
    const { context, page, asked } = await openContext(options => browser.newContext(options))
    await takeRole(context.request, role, site.dataDir)
    for (const path of pagesOfRole[role]) {
      const act = path.startsWith(paths.admin) ? openFirstRow : undefined
      await navigateToScreen(page, { name: path, path, role, ...(act && { act }) })
      expect([path, findMoneyWords(await textsOf(page))]).toEqual([path, []])
    }
    expect(asked).toEqual([])
    await context.close()
  })

async function openFirstRow(page: Page): Promise<void> {
  const row = page.locator('main li button[aria-expanded=false]').first()
  if (await row.isVisible()) await row.click()
}
