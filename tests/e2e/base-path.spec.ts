/** The main journeys below BASE_PATH, behind the nginx configuration that we ship, beside another application. */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { startEmbeddedPostgres } from '../../packages/server/src/adapters/embedded-postgres/start-embedded-postgres.ts'
import { newCredentials, putOnPlan } from '../support/member.ts'
import { type NginxProcess, startNginx } from '../support/nginx-process.ts'
import { freePort, type ServerProcess, startProcess, untilHealthy } from '../support/server-process.ts'
import { jpegFile, pngFile } from './files.ts'
import { button, field, main } from './locators.ts'

const basePath = '/files'
const shippedConfig = new URL('../../deploy/nginx/filesmith-path.conf', import.meta.url)

let dataDir: string
let server: ServerProcess
let nginx: NginxProcess
let origin: string
let site: string

test.beforeAll(async () => {
  test.setTimeout(120_000)
  dataDir = await mkdtemp(join(tmpdir(), 'filesmith-e2e-base-path-'))
  // PostgreSQL drops root privileges and must still be able to reach its folder.
  await chmod(dataDir, 0o755)
  const port = await freePort()
  const proxyPort = await freePort()
  origin = `http://127.0.0.1:${proxyPort}`
  site = origin + basePath
  server = startProcess('main-all', {
    PORT: String(port),
    DATA_DIR: dataDir,
    BASE_PATH: basePath,
    BEHIND_PROXY: 'true',
    PUBLIC_URL: origin,
  })
  await untilHealthy(`http://127.0.0.1:${port}`, server)
  const config = await readFile(shippedConfig, 'utf8')
  expect(config).toContain('http://127.0.0.1:3000;')
  const other = "location / { default_type text/html; return 200 'the other application'; }"
  nginx = await startNginx(proxyPort, `${config.replace('127.0.0.1:3000', `127.0.0.1:${port}`)}\n${other}`)
})
test.afterAll(async () => {
  await nginx?.stop()
  server?.kill('SIGTERM')
  await server?.ended()
  await rm(dataDir, { recursive: true, force: true })
})

/** Requests to the other application, and error messages of the page. */
const astray: string[] = []
test.beforeEach(({ context, page }) => {
  astray.length = 0
  context.on('request', request => {
    const url = new URL(request.url())
    if (
      url.protocol !== 'blob:' &&
      url.origin === origin &&
      !url.pathname.startsWith(`${basePath}/`) &&
      url.pathname !== basePath
    )
      astray.push(request.url())
  })
  page.on('pageerror', error => astray.push(error.message))
  page.on('console', message => {
    if (message.text().includes('Content Security Policy')) astray.push(message.text())
  })
})
test.afterEach(() => expect(astray).toEqual([]))

/** Signs up on the page and puts the account on Pro, where no countdown precedes a conversion. */
async function signUpOnPro(page: Page) {
  const credentials = newCredentials()
  await page.goto(`${site}/sign-up`)
  const reply = await page.request.post(`${site}/api/auth/register`, { data: credentials })
  expect(reply.status()).toBe(201)
  const log = { info() {}, warn() {} }
  const database = await startEmbeddedPostgres({ dataDir, log })
  await putOnPlan({ databaseUrl: database.connectionString }, credentials, 'pro')
  await database.stop()
  return credentials
}

test('base path: home conversion with progress and download, listed and downloaded again after a reload', async ({
  page,
}) => {
  await signUpOnPro(page)
  await page.goto(site)
  await expect(page).toHaveURL(`${site}/`)
  await page
    .getByRole('tabpanel', { name: 'Image' })
    .locator('input[type=file]')
    .setInputFiles(await jpegFile('photo.jpg'))
  await expect(page.getByText('Upload complete!')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('group', { name: 'Output format' }).getByText('WEBP', { exact: true }).click()
  const downloading = page.waitForEvent('download')
  await button(page, 'Convert Image').click()
  const download = await downloading
  expect(new URL(download.url()).pathname).toMatch(/^\/files\/api\/download\//)
  expect(await sharp(await readFile(await download.path())).metadata()).toMatchObject({ format: 'webp' })

  await page.reload()
  const recent = page.getByRole('listitem').filter({ hasText: 'photo.jpg' })
  const again = page.waitForEvent('download')
  await recent.getByRole('link', { name: /download/i }).click()
  expect((await again).suggestedFilename()).toBe('photo.webp')
})

test('base path: a tool opens from the menu, survives a reload and converts', async ({ page }) => {
  await signUpOnPro(page)
  await page.goto(`${site}/tools`)
  await page.getByRole('tab', { name: 'Image Resizer' }).click()
  await expect(page).toHaveURL(`${site}/tools/resize`)
  await page.reload()
  const panel = page.getByRole('tabpanel', { name: 'Image Resizer' })
  await panel
    .locator('input[type=file]:not([webkitdirectory])')
    .first()
    .setInputFiles(await pngFile('flag.png'))
  await panel.getByLabel('Width', { exact: true }).fill('320')
  const resizing = page.waitForEvent('download')
  await button(page, 'Resize Images').click()
  expect((await resizing).suggestedFilename()).toMatch(/^flag.*\.png$/)
  await page.goto(`${site}/tools/qr`)
  await page.getByLabel('Text or link').fill('https://example.com/menu')
  const downloading = page.waitForEvent('download')
  await button(page, 'Download PNG').click()
  expect((await downloading).suggestedFilename()).toMatch(/\.png$/)
})

test('base path: sign-in returns to the requested page, profile shows the account, sign-out goes home', async ({
  page,
}) => {
  const { username, password } = await signUpOnPro(page)
  await page.request.post(`${site}/api/auth/logout`)
  await page.goto(`${site}/profile?section=security`)
  await expect(page).toHaveURL(`${site}/sign-in?next=/profile%3Fsection%3Dsecurity`)
  await field(page, 'Username').fill(username)
  await field(page, 'Password').fill(password)
  await main(page).getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(`${site}/profile?section=security`)
  await page.reload()
  await expect(main(page).getByText('This device').first()).toBeVisible()
  const cookies = await page.context().cookies()
  expect(cookies.map(({ path }) => path)).toEqual(cookies.map(() => basePath))
  expect(cookies.map(({ name }) => name)).toContain('filesmith_session.files')

  const exporting = page.waitForEvent('download')
  await page.goto(`${site}/profile`)
  await main(page)
    .getByRole('link', { name: /download/i })
    .first()
    .click()
  expect((await exporting).suggestedFilename()).toMatch(/\.zip$/)

  await page.getByRole('banner').getByRole('button', { name: username }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(page.url().startsWith(`${site}/`)).toBe(true)
})

test('base path: help article, its reload, links of the frame and the developer page', async ({ page }) => {
  await page.goto(`${site}/help/pdf`)
  await page.reload()
  await expect(main(page).getByRole('heading', { level: 1 })).toContainText('PDF')
  const links = await page
    .locator('a[href]')
    .evaluateAll(found => found.map(link => link.getAttribute('href')))
  expect(links.filter(link => link?.startsWith('/') && !link.startsWith(`${basePath}/`))).toEqual([])
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page).toHaveURL(`${site}/`)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${site}/`)
  await page.goto(`${site}/developers`)
  await expect(main(page).getByText(`${site}/api/v1/account`).first()).toBeVisible()
  await page.goto(`${site}/no-such-page`)
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(origin)
  await expect(page.getByText('the other application')).toBeVisible()
  astray.length = 0
})

test.describe('service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('base path: the service worker controls the path only and shows the offline page', async ({
    page,
    context,
  }) => {
    await page.goto(`${site}/`)
    const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)
    expect(scope).toBe(`${site}/`)
    const names = await page.evaluate(() => caches.keys())
    expect(names).toEqual([expect.stringMatching(/^filesmith-site\/files:/)])
    // Going offline would interrupt what the page still loads.
    await page.reload({ waitUntil: 'networkidle' })
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await context.setOffline(true)
    await page.goto(`${site}/help/pdf`)
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    expect(
      await page.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0)
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(main(page).getByRole('heading', { level: 1 })).toContainText('PDF')
  })
})
