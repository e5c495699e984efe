/**
 * Every screen in every role: both themes, narrow windows, zoom, forced colors, reduced motion and document
 * outline.
 */
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { navigateToScreen, type Role, screens } from '../support/screens/screens.ts'
import { takeRole } from '../support/screens/take-role.ts'
import { everyNth, isThorough } from '../support/thorough.ts'
import { dataFolder } from './data-folder.ts'
import { findInvisibleControls, findLostStates } from './forced-colors.ts'
import { inspectColors, inspectPage, inspectWidth } from './inspect-page.ts'
import { findMotion, inspectOutline } from './inspect-structure.ts'

// A few screens per test, in parallel: spreads the work over the workers, and shares browser windows between screens.
test.describe.configure({ mode: 'parallel' })
const screensPerTest = 10

for (const role of ['visitor', 'member', 'customer', 'operator'] as const) {
  const ownScreens = everyNth(
    2,
    screens.filter(screen => screen.role === role),
  )
  for (let from = 0; from < ownScreens.length; from += screensPerTest)
    inspectScreens(role, ownScreens.slice(from, from + screensPerTest))
}

function inspectScreens(role: Role, few: typeof screens): void {
  test(`FRAME-03 screens as ${role}: ${few.map(({ name }) => name).join(', ')}`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(240_000)
    const context: BrowserContext = await browser.newContext({
      ...(baseURL === undefined ? {} : { baseURL }),
      reducedMotion: 'reduce',
    })
    await takeRole(context.request, role, dataFolder)
    const page = await context.newPage()
    for (const [index, screen] of few.entries()) {
      await test.step(screen.name, () => inspectScreen(page, screen, index))
    }
    await context.close()
  })
}

async function inspectScreen(page: Page, screen: (typeof screens)[number], index: number): Promise<void> {
  const { name } = screen
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
  await navigateToScreen(page, screen)
  const isMeantToBeMissing = name === 'not-found'
  if (!isMeantToBeMissing)
    await expect.soft(page.locator('main h1'), name).not.toContainText('404 Page Not Found')

  await inspectOutline(page, name)
  expect.soft(await findMotion(page), `${name}: what moves although motion is not wanted`).toEqual([])
  // Screens share tokens and components: by default each takes one of axe, forced colors and 200 % zoom.
  const takes = (turn: number) => isThorough || index % 3 === turn
  if (takes(0)) await inspectThemes(page, name, index % 6 === 0 ? 'light' : 'dark')
  if (takes(1)) await inspectForcedColors(page, name)
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })

  // 1280 px at 200 % zoom are 640 px, at 400 % 320 px.
  for (const width of takes(2) ? [640, 320] : [320]) {
    await page.setViewportSize({ width, height: 900 })
    await inspectWidth(page, `${name} at ${width} px`)
  }
}

/** By default in one theme, which differs from the other in colors alone. */
async function inspectThemes(page: Page, name: string, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await inspectPage(page, `${name}, ${theme}`)
  if (!isThorough) return
  const otherTheme = theme === 'light' ? 'dark' : 'light'
  await page.emulateMedia({ colorScheme: otherTheme })
  await inspectColors(page, `${name}, ${otherTheme}`)
}

async function inspectForcedColors(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  expect.soft(await findInvisibleControls(page), `${name}: invisible in forced colors`).toEqual([])
  expect.soft(await findLostStates(page), `${name}: state lost in forced colors`).toEqual([])
}
