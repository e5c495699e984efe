/** Takes screenshots of every screen in all widths and themes and writes the contact sheet: `npm run screens -- [parts of names]`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { openScreen, type Role, screens } from '../../tests/support/screens/screens.ts'
import { takeRole } from '../../tests/support/screens/take-role.ts'
import { startSite } from '../../tests/support/start-site.ts'
import { rootFolder } from '../root-folder.mjs'
import { say, secondsSince } from '../setup/say.mjs'
import { moments } from './moments.ts'
import { takeImages } from './take-images.ts'
import { writeSheet } from './write-sheet.ts'

const words = process.argv.slice(2)
const folder = join(rootFolder, 'screens')
const startedAtMs = performance.now()
const chosen = [...screens, ...moments].filter(
  ({ name }) => words.length === 0 || words.some(word => name.includes(word)),
)
if (words.length === 0) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

const site = await startSite()
const browser = await chromium.launch({
  executablePath: process.env.E2E_BROWSER ?? '/usr/bin/chromium-headless-shell',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const failed: string[] = []
try {
  for (const role of ['visitor', 'member', 'customer', 'operator'] as const) await imageAll(browser, role)
} finally {
  await browser.close()
  await site.stop()
}
writeFileSync(join(folder, 'index.html'), writeSheet(chosen.filter(({ name }) => !failed.includes(name))))
say(`${chosen.length - failed.length} screens in ${secondsSince(startedAtMs)}: ${join(folder, 'index.html')}`)
for (const name of failed) say(`No screenshot of ${name}`)
process.exitCode = failed.length === 0 ? 0 : 1

async function imageAll(browser: Browser, role: Role): Promise<void> {
  const own = chosen.filter(screen => screen.role === role)
  if (own.length === 0) return
  const { cookies } = await cookiesOf(browser, role)
  for (const screen of own) {
    // A new context each time: the browser would restore files of an earlier screen.
    const context = await browser.newContext({
      baseURL: site.baseUrl,
      reducedMotion: 'reduce',
      storageState: { cookies, origins: [] },
    })
    try {
      const page = await context.newPage()
      await openScreen(page, screen)
      await takeImages(page, folder, screen.name)
    } catch (error) {
      failed.push(screen.name)
      say(`${screen.name}: ${error instanceof Error ? error.message.split('\n', 1) : error}`)
    }
    await context.close()
  }
}

async function cookiesOf(browser: Browser, role: Role) {
  const context = await browser.newContext({ baseURL: site.baseUrl })
  await takeRole(context.request, role, site.dataDir)
  const state = await context.storageState()
  await context.close()
  return state
}
