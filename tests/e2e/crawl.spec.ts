/** Crawler: follows every link and clicks every harmless button of the site, starting at the home page. */
import { paths } from '@filesmith/contract/routes'
import { type BrowserContext, expect, type Page, type Response, test } from '@playwright/test'
import { navigateToScreen, openScreen, type Role, waitForContent } from '../support/screens/screens.ts'
import { takeRole } from '../support/screens/take-role.ts'
import { isThorough } from '../support/thorough.ts'
import { dataFolder } from './data-folder.ts'

/**
 * Irreversible actions and those that end the session. Canceling a conversion that has just finished would delete
 * its result.
 */
const harmful =
  /^(log out|sign out|delete|remove|cancel (subscription|harbor)|request refund|pay |confirm change|disconnect)/i
/** Buttons that navigate, some of them with a delay. */
const navigating = /^(choose (basic|pro)|switch to (free|basic|pro|monthly|yearly)|manage billing|go back)/i
/** Pages that look the same for every role are crawled as a visitor only. */
const sameForAll = /^\/(help|tools|about|privacy|terms|formats|convert)\b/
/** Of Playwright, and specified without an ad network (WAIT-17). */
const expectedWarning = /^(Service Worker registration blocked by Playwright|no publisher id configured)/
const pressable = 'button:visible, [role=tab]:visible, summary:visible'

for (const role of ['visitor', 'customer'] as const) {
  test(`crawl as ${role}: no broken link, no error and no third-party request behind any link or button`, async ({
    browser,
    baseURL: configuredBaseUrl,
  }) => {
    const baseURL = String(configuredBaseUrl)
    test.setTimeout(240_000)
    const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' })
    await takeRole(context.request, role, dataFolder)
    const found = await crawl(context, baseURL, role)
    expect(found.problems).toEqual([])
    // Guards against a crawler that finds nothing.
    const isVisitor = role === 'visitor'
    expect(found.visited.length).toBeGreaterThan(isVisitor ? 40 : 10)
    expect(found.visited).toContain(isVisitor ? '/sign-up' : '/profile?section=security')
    // The first result, and that of Repeat if it is ready in time.
    const results = found.visited.filter(path => path.startsWith('/api/download/'))
    if (!isVisitor)
      expect([results.length > 0, found.visited.includes('/api/user/export')]).toEqual([true, true])
    expect(found.pressed).toBeGreaterThan(isVisitor ? 60 : 20)
    // Some buttons disappear by themselves, such as those of a toast.
    expect(found.missed.length, found.missed.join(', ')).toBeLessThan(4)
    await context.close()
  })
}

async function crawl(context: BrowserContext, baseURL: string, role: Role) {
  const page = await context.newPage()
  const problems: string[] = []
  let at = '/'
  const opened: string[] = []
  const report = (what: string) => problems.push(`${at}: ${what}`)
  watch(page, baseURL, report)

  const waiting = ['/']
  const known = new Set(waiting)
  const pressed = new Set<string>()
  const missed = new Set<string>()
  const follow = (address: string) => {
    const { origin, pathname, search } = new URL(address, baseURL)
    const path = pathname + search
    if (origin !== baseURL || known.has(path)) return
    if (role === 'customer' && sameForAll.test(path)) return
    if (isFurtherPair(path, known)) return
    known.add(path)
    waiting.push(path)
  }
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    at = path
    // The screen itself is opened within the document, so the response of the server is checked separately.
    const reply = await context.request.get(path)
    if (!reply.ok()) report(`a link that answers ${reply.status()}`)
    else if ((await reply.body()).length === 0) report('a link with an empty response')
    if (isFetchOnly(path, opened)) continue
    opened.push(path)
    await navigateToScreen(page, { name: path, path, role })
    await markDocument(page)
    if (await isNotFound(page)) report('a link to a page that does not exist')
    for (const address of await linksOn(page)) follow(address)
    for (const address of await pressEverything(page, path, pressed, missed, role)) follow(address)
  }
  return { problems, visited: [...known], pressed: pressed.size, missed: [...missed] }
}

/** Downloads; and articles but the first, which differ in their texts alone (all of them are opened with THOROUGH=1). */
function isFetchOnly(path: string, opened: readonly string[]): boolean {
  const isArticle = (other: string) => other.startsWith('/help/')
  return path.startsWith('/api/') || (isArticle(path) && opened.some(isArticle) && !isThorough)
}

/** Hundreds of pages differ in the names of formats alone: two are followed, or all of them with THOROUGH=1. */
function isFurtherPair(path: string, known: ReadonlySet<string>): boolean {
  const isPair = (other: string) => other.startsWith(`${paths.pairs}/`)
  return !isThorough && isPair(path) && [...known].filter(isPair).length >= 2
}

/** Distinguishes this document from one that was loaded later. */
async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isCrawled: true }))
}

async function isNotFound(page: Page): Promise<boolean> {
  return (await page.locator('main h1').first().textContent()) === '404 Page Not Found'
}

function linksOn(page: Page): Promise<string[]> {
  return page
    .locator('a[href]:not([href^="mailto:"], [href^="tel:"])')
    .evaluateAll(links => links.map(link => (link as HTMLAnchorElement).href))
}

/** Clicks every button once per page, or once in total for the frame around it; returns the links found. */
async function pressEverything(
  page: Page,
  path: string,
  pressed: Set<string>,
  missed: Set<string>,
  role: Role,
): Promise<string[]> {
  const addresses: string[] = []
  const startUrl = page.url()
  for (;;) {
    const next = await firstUnpressed(page, path, pressed)
    if (next === undefined) return addresses
    pressed.add(next.key)
    // It may have disappeared meanwhile.
    const isPressed = await page
      .locator(`[data-crawled="${next.index}"]`)
      .click({ timeout: 3000 })
      .then(
        () => true,
        () => false,
      )
    if (!isPressed) {
      missed.add(next.key)
      continue
    }
    if (navigating.test(next.name)) await page.waitForURL(({ href }) => href !== startUrl)
    for (const address of await linksOn(page)) addresses.push(address)
    if (page.url() !== startUrl) {
      addresses.push(page.url())
      await returnTo(page, startUrl, path, role)
    }
  }
}

/** Back within the document where it is still the same one: loading a page takes much longer. */
async function returnTo(page: Page, startUrl: string, path: string, role: Role): Promise<void> {
  const isSameDocument = await page.evaluate(() => 'isCrawled' in window)
  if (isSameDocument) await page.goBack()
  if (isSameDocument && page.url() === startUrl) return waitForContent(page)
  await openScreen(page, { name: path, path, role })
  await markDocument(page)
}

async function firstUnpressed(page: Page, path: string, pressed: ReadonlySet<string>) {
  // A dialog comes first, because the page below it is inert.
  const dialog = page.locator('[role=dialog]:visible, [role=alertdialog]:visible')
  const buttons = await page.locator(pressable).evaluateAll(elements => {
    for (const old of document.querySelectorAll('[data-crawled]')) old.removeAttribute('data-crawled')
    return elements.map((element, index) => {
      element.setAttribute('data-crawled', String(index))
      return {
        // The rows of a long list are alike.
        name: element.matches('li > details > summary')
          ? 'row'
          : (element.getAttribute('aria-label') ?? element.textContent ?? '').trim(),
        // The tabs of the tools hub behave like links and are the same on every tool page.
        isInFrame:
          element.closest('main, [role=dialog], [role=alertdialog]') === null ||
          element.closest('[role=tablist][aria-label=Tools]') !== null,
        isInDialog: element.closest('[role=dialog], [role=alertdialog]') !== null,
        isOff: element.matches(':disabled, [aria-disabled=true], [inert] *'),
      }
    })
  })
  const hasDialog = (await dialog.count()) > 0
  const index = buttons.findIndex(
    ({ name, isInFrame, isInDialog, isOff }) =>
      !isOff && !harmful.test(name) && isInDialog === hasDialog && !pressed.has(keyOf(name, isInFrame, path)),
  )
  const button = buttons[index]
  if (button !== undefined)
    return { index, name: button.name, key: keyOf(button.name, button.isInFrame, path) }
  if (!hasDialog) return undefined
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  return firstUnpressed(page, path, pressed)
}

/** Numbers are masked, so that a button with a changing number counts as one. */
function keyOf(name: string, isInFrame: boolean, path: string): string {
  const maskedName = name.replaceAll(/\d+/g, '#')
  return isInFrame ? maskedName : `${path} ${maskedName}`
}

function watch(page: Page, baseURL: string, report: (what: string) => void): void {
  // File choosers are intercepted only when there is a listener.
  page.on('filechooser', () => undefined)
  page.on('pageerror', error => report(`error ${error.message}`))
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type()) && !expectedWarning.test(message.text()))
      report(`console ${message.text()}`)
  })
  page.on('request', request => {
    if (!request.url().startsWith(baseURL) && !/^(data|blob):/.test(request.url()))
      report(`third-party request: ${request.url()}`)
  })
  page.on('response', (response: Response) => {
    if (response.status() >= 400) report(`${response.status()} from ${response.url()}`)
  })
  page.on('requestfailed', request => {
    // Leaving a page aborts its pending requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') report(`failed request ${request.url()}`)
  })
}
