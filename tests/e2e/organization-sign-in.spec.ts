/** Organization sign-in (OpenID Connect): sign-in, return to the same account, and single sign-out. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startOpenIdProvider, type TestOpenIdProvider } from '../support/openid-provider.ts'
import { freePort, type ServerProcess, startProcess, untilHealthy } from '../support/server-process.ts'
import { button, main } from './locators.ts'

let provider: TestOpenIdProvider
let dataDir: string
const servers: ServerProcess[] = []

/** Starts a separate web process, because the shared server has no identity provider. */
async function startSite(port: number, env: Record<string, string>): Promise<string> {
  const server = startProcess('main-web', { PORT: String(port), DATA_DIR: dataDir, ...provider.env, ...env })
  servers.push(server)
  const baseUrl = `http://127.0.0.1:${port}`
  await untilHealthy(baseUrl, server)
  return baseUrl
}

let site: string
let closedSite: string
test.beforeAll(async () => {
  test.setTimeout(120_000)
  dataDir = await mkdtemp(join(tmpdir(), 'filesmith-e2e-organization-'))
  const port = await freePort()
  provider = await startOpenIdProvider({ publicUrl: `http://127.0.0.1:${port}` })
  provider.addPerson('ada', { email: 'ada@works.example', email_verified: true, name: 'Ada Smith' })
  const PUBLIC_URL = `http://127.0.0.1:${port}`
  site = await startSite(port, { PUBLIC_URL, OIDC_LOGOUT: 'true' })
  closedSite = await startSite(await freePort(), { OIDC_ONLY: 'true' })
})
test.afterAll(async () => {
  for (const server of servers.reverse()) {
    server.kill('SIGTERM')
    await server.ended()
  }
  await provider.close()
  await rm(dataDir, { recursive: true, force: true })
})

test('organization sign-in: creates an account, recognizes it the next time, and signs out of both', async ({
  page,
}) => {
  const goToProvider = () => main(page).getByRole('link', { name: 'Continue with Vulcan Works' }).click()
  await page.goto(`${site}/sign-in?next=/profile`)
  await goToProvider()
  await page.getByLabel('Login').fill('ada')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page).toHaveURL(`${site}/profile`)
  await expect(main(page).getByText('ada@works.example').first()).toBeVisible()

  await page.goto(`${site}/profile?section=security`)
  const connections = page.getByRole('region', { name: 'Sign in with' })
  await expect(connections.getByText('Vulcan Works')).toBeVisible()
  await connections.getByRole('button', { name: 'Disconnect Vulcan Works' }).click()
  await expect(page.getByText('This is your only sign-in method.').first()).toBeVisible()

  await page.getByRole('button', { name: 'Account menu of Ada.Smith' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  // The provider asks for confirmation of the sign-out and redirects back.
  await page.getByRole('button', { name: 'Sign me out' }).click()
  await expect(page).toHaveURL(`${site}/`)
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()

  // Signed out at the provider too: it asks for credentials again.
  await page.goto(`${site}/sign-in`)
  await goToProvider()
  await page.getByLabel('Login').fill('ada')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page).toHaveURL(`${site}/`)
  await expect(page.getByRole('button', { name: 'Account menu of Ada.Smith' })).toBeVisible()
})

test('organization sign-in: a user who declines at the provider returns to the form with the reason', async ({
  page,
}) => {
  await page.goto(`${site}/sign-in`)
  await main(page).getByRole('link', { name: 'Continue with Vulcan Works' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`${site}/sign-in`)
  await expect(main(page).getByRole('alert')).toHaveText('Sign-in with Vulcan Works was canceled.')
})

test('organization-only site: offers password sign-in only behind the operator link and rejects other users', async ({
  page,
}) => {
  await page.goto(`${closedSite}/sign-up`)
  await expect(main(page).getByRole('link', { name: 'Continue with Vulcan Works' })).toBeVisible()
  await expect(main(page).getByLabel('Password', { exact: true })).toHaveCount(0)
  await page.goto(`${closedSite}/sign-in`)
  await button(page, 'Site administrator? Sign in with a password').click()
  await main(page).getByLabel('Username').fill('mara')
  await main(page).getByLabel('Password', { exact: true }).fill('Quiet Hammer 88')
  await button(page, 'Sign In').click()
  await expect(main(page).getByRole('alert').first()).toHaveText(
    'Password sign-in is disabled. Please continue with Vulcan Works.',
  )
})
