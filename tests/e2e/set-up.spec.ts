/** A new private site: set-up link, first operator, invitation, and a guest who signs up. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { type Credentials, newCredentials } from '../support/member.ts'
import { freePort, type ServerProcess, startProcess, untilHealthy } from '../support/server-process.ts'
import { button, main } from './locators.ts'

let dataDir: string
let server: ServerProcess
let site: string
test.beforeAll(async () => {
  test.setTimeout(120_000)
  dataDir = await mkdtemp(join(tmpdir(), 'filesmith-e2e-set-up-'))
  // PostgreSQL drops root privileges and must still be able to reach its folder.
  await chmod(dataDir, 0o755)
  const port = await freePort()
  site = `http://127.0.0.1:${port}`
  server = startProcess('main-web', {
    PORT: String(port),
    PUBLIC_URL: site,
    DATA_DIR: dataDir,
    SIGN_UP: 'invite',
    ACCESS: 'signed-in',
  })
  await untilHealthy(site, server)
})
test.afterAll(async () => {
  server.kill('SIGTERM')
  await server.ended()
  await rm(dataDir, { recursive: true, force: true })
})

async function fillAccount(page: Page, { username, email, password }: Credentials, isBound = false) {
  await page.getByLabel('Username').fill(username)
  if (!isBound) await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
}

test('set-up link, operator, invitation, guest: the way of a new private site', async ({ page, browser }) => {
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(`${site}/tools/compress`)
  await expect(stranger).toHaveURL(`${site}/sign-in?next=%2Ftools%2Fcompress`)
  await expect(stranger.getByRole('link', { name: 'Sign Up' })).toHaveCount(0)
  await stranger.goto(`${site}/sign-up`)
  await expect(stranger.getByRole('heading', { name: 'By invitation only' })).toBeVisible()

  await expect.poll(() => server.output()).toContain('/set-up?token=')
  const link = /http:\S+\/set-up\?token=[\w-]+/.exec(server.output())?.[0] ?? ''
  const ada = newCredentials()
  await page.goto(link)
  await fillAccount(page, ada)
  await button(page, 'Create operator account').click()
  await expect(page).toHaveURL(`${site}/admin`)
  await stranger.goto(link)
  await expect(stranger.getByRole('heading', { name: /404|not found/i })).toBeVisible()

  await page.getByRole('link', { name: 'Invitations' }).click()
  const grace = newCredentials()
  await page.getByLabel('Email (optional)').fill(grace.email)
  await button(page, 'Create invitation').click()
  const invitation = (await page.getByLabel('Invitation link').textContent()) ?? ''
  await button(page, 'Done').click()
  const row = page.getByRole('listitem').filter({ hasText: grace.email })
  await expect(row.getByText('Open')).toBeVisible()

  await stranger.goto(invitation)
  await expect(stranger.getByLabel('Email')).toHaveValue(grace.email)
  await fillAccount(stranger, grace, true)
  await stranger.getByRole('checkbox').check()
  await button(stranger, 'Create account').click()
  await expect(stranger).toHaveURL(`${site}/`)
  await expect(main(stranger).getByRole('heading', { level: 1 })).toBeVisible()

  await page.reload()
  await expect(row.getByText('Accepted', { exact: true })).toBeVisible()
  await expect(row.getByText(`Accepted by ${grace.username}`)).toBeVisible()

  // Signing out leads to the sign-in page, and signing in to the requested page.
  await button(stranger, `Account menu of ${grace.username}`).click()
  await stranger.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(stranger).toHaveURL(`${site}/sign-in`)
  await stranger.goto(`${site}/tools/compress`)
  await stranger.getByLabel('Username').fill(grace.username)
  await stranger.getByLabel('Password', { exact: true }).fill(grace.password)
  await main(stranger).getByRole('button', { name: 'Sign In' }).click()
  await expect(stranger).toHaveURL(`${site}/tools/compress`)
  await stranger.goto(invitation.replace(/token=.*/, 'token=x'))
  await expect(stranger).toHaveURL(`${site}/`)
})
