/** Screens without a URL: selected files, results, errors, menus. */
import { adminPath } from '@filesmith/contract/admin-sections'
import { paths } from '@filesmith/contract/routes'
import { type HubToolId, hubToolPath } from '@filesmith/contract/tools/hub'
import type { Locator, Page } from '@playwright/test'
import { audioFile, damagedFile, jpegFile, pngFile, videoFile } from '../../tests/e2e/files.ts'
import type { Role, SiteScreen } from '../../tests/support/screens/screens.ts'
import { rootFolder } from '../root-folder.mjs'

const { home, signIn, signUp, forgotPassword, plans } = paths
const pdf = `${rootFolder}/tests/corpus/samples/pdf/prose.pdf`

export const moments: readonly SiteScreen[] = [
  moment('home-uploaded', home, 'visitor', async page => choose(page, await pngFile())),
  moment('home-waiting', home, 'visitor', async page => {
    await choose(page, await pngFile())
    await press(page, 'Convert Image')
    await page.getByRole('dialog').waitFor()
  }),
  moment('home-result', home, 'customer', async page => {
    await choose(page, await pngFile())
    await press(page, 'Convert Image')
    await page.getByRole('group', { name: 'Your file is ready' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }),
  moment('home-failed', home, 'customer', async page => {
    await choose(page, await damagedFile())
    await press(page, 'Convert Image')
    await page.getByRole('dialog').getByText('Conversion failed', { exact: true }).waitFor()
  }),
  moment('home-forget-device', home, 'visitor', async page => {
    await press(page, 'Forget this device')
    await page.getByRole('dialog').waitFor()
  }),
  moment('home-toast', home, 'visitor', page => press(page, 'Convert Image')),
  moment('home-video', home, 'visitor', page => page.getByRole('tab', { name: 'Video' }).click()),
  moment('home-audio', home, 'visitor', page => page.getByRole('tab', { name: 'Audio' }).click()),
  moment('home-any-file-text', home, 'member', async page => {
    await page.getByRole('tab', { name: 'Any file' }).click()
    const text = {
      name: 'harbor.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Harbor\n\n![Sea](sunset.png)\n'),
    }
    const panel = page.getByRole('tabpanel', { name: 'Any file' })
    const picker = panel.locator('input[type=file]:not([webkitdirectory])')
    await picker.first().setInputFiles([text, await pngFile(), await jpegFile()])
    await page.getByRole('checkbox', { name: /one document/ }).waitFor()
  }),
  moment('home-menu', home, 'member', async page => {
    await page.setViewportSize({ width: 390, height: 844 })
    await press(page, 'Menu')
  }),
  moment('home-account-menu', home, 'customer', page =>
    page.getByRole('button', { name: /^Account menu of/ }).click(),
  ),
  moment('sign-in-mistakes', signIn, 'visitor', page => submit(page, 'Sign In')),
  moment('sign-up-mistakes', signUp, 'visitor', page => submit(page, 'Create account')),
  moment('forgot-password-mistakes', forgotPassword, 'visitor', page => submit(page, 'Send link')),
  moment('plans-yearly', plans, 'visitor', page => page.getByRole('radio', { name: /Yearly/ }).check()),
  toolWith('pdf', () => pdf),
  toolWith('batch', async () => [
    await pngFile(),
    await jpegFile(),
    await pngFile('a name as long as names are.png'),
  ]),
  toolWith('ocr', () => jpegFile('receipt.jpg')),
  toolWith('compress', async () => [await pngFile(), await jpegFile()]),
  toolWith('image', () => jpegFile()),
  toolWith('audio', () => audioFile()),
  toolWith('gif', () => videoFile()),
  toolWith('resize', async () => [await pngFile(), await jpegFile()]),
  toolWith('video2text', () => videoFile()),
  moment('tools-translate-text', hubToolPath('translate'), 'member', async page => {
    await page.locator('main textarea').first().fill('The old lighthouse stands on the northern shore.')
  }),
  moment('tools-qr-text', hubToolPath('qr'), 'visitor', async page => {
    await page.getByLabel('Text or link').fill('https://example.com/menu?table=12')
    await page.getByRole('img', { name: /^QR code of/ }).waitFor()
  }),
  moment('tools-workbench-files', hubToolPath('workbench'), 'member', openPages),
  moment('tools-workbench-preview', hubToolPath('workbench'), 'member', async page => {
    await openPages(page)
    await press(page, 'Large preview')
    await page.getByRole('img', { name: /^Large preview/ }).waitFor()
  }),
  moment('tools-search', paths.tools, 'visitor', page => page.getByLabel('Search tools...').fill('text')),
  moment('tools-search-nothing', paths.tools, 'visitor', page =>
    page.getByLabel('Search tools...').fill('teapot'),
  ),
  moment('admin-failure', adminPath('failures'), 'operator', unfoldFirst),
  moment('admin-user', adminPath('users'), 'operator', unfoldFirst),
  moment('admin-message', adminPath('messages'), 'operator', unfoldFirst),
  moment('admin-engine-off', adminPath('engines'), 'operator', page =>
    page.getByRole('switch', { name: /FFmpeg/ }).click(),
  ),
]

function moment(name: string, path: string, role: Role, act: (page: Page) => Promise<unknown>): SiteScreen {
  return { name, path, role, act }
}

async function unfoldFirst(page: Page): Promise<void> {
  await page.locator('main li button[aria-expanded=false]').first().click()
}

type Files = Parameters<Locator['setInputFiles']>[0]

/** A tool with selected files. */
function toolWith(id: HubToolId, files: () => Files | Promise<Files>): SiteScreen {
  return moment(`tools-${id}-files`, hubToolPath(id), 'member', async page => choose(page, await files()))
}

async function choose(page: Page, files: Files): Promise<void> {
  await page.locator('main input[type=file]:not([webkitdirectory])').first().setInputFiles(files)
  await page
    .getByText(/Upload complete!|ready to process|Edit/)
    .first()
    .waitFor()
  await page.waitForLoadState('networkidle')
}

/** The workbench with several documents and a selection. */
async function openPages(page: Page): Promise<void> {
  const samples = ['running', 'columns-pages', 'columns-mixed'].map(
    name => `${rootFolder}/tests/corpus/samples/pdf/${name}.pdf`,
  )
  await page.locator('main input[type=file]:not([webkitdirectory])').first().setInputFiles(samples)
  await page.getByRole('gridcell').nth(1).click()
  await page.locator('[role=gridcell] canvas:visible').first().waitFor()
  await page.waitForLoadState('networkidle')
}

function press(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click()
}

async function submit(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name, exact: true }).click()
  await page.locator('[aria-invalid=true]').first().waitFor()
}
