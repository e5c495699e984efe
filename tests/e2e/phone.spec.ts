/** A phone, upright and turned: nothing says drop, options come before the main button, every tool is one tap away. */
import { expect, type Locator, type Page, test } from '@playwright/test'
import { audioFile, jpegFile, pngFile, videoFile } from './files.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const upright = { width: 390, height: 844 }
const turned = { width: 844, height: 390 }

const pdf = new URL('../corpus/samples/pdf/prose.pdf', import.meta.url).pathname

/** Main button of each tool, and a file with which its options appear. */
const tools = [
  { tab: 'PDF Converter', action: 'Convert PDF', file: async () => pdf },
  { tab: 'Batch Converter', action: 'Convert Files', file: pngFile },
  { tab: 'Text Extractor OCR', action: 'Extract Text', file: pngFile },
  { tab: 'File Compressor', action: 'Compress Files', file: pngFile },
  { tab: 'Image Editor', action: 'Apply Changes', file: jpegFile },
  { tab: 'Audio Suite', action: 'Convert Audio', file: audioFile },
  { tab: 'Text Translator', action: 'Translate', file: undefined },
  { tab: 'GIF Maker', action: 'Create GIF', file: videoFile },
  { tab: 'Image Resizer', action: 'Resize Images', file: pngFile },
  { tab: 'Video to Text', action: 'Extract Text from Video', file: videoFile },
  { tab: 'QR Code Maker', action: 'Download PNG', file: undefined },
  { tab: 'PDF Workbench', action: 'Save as one PDF', file: async () => pdf },
] as const

test('phone: home and the menu lead to every tool by one tap', async ({ page }) => {
  await page.goto('/')
  const panel = page.getByRole('tabpanel', { name: 'Image', exact: true })
  await inspect(page, panel, 'Convert Image', 'home')
  await panel
    .locator('input[type=file]')
    .first()
    .setInputFiles(await pngFile())
  await expect(panel.getByText('Upload complete!')).toBeVisible()
  await inspect(page, panel, 'Convert Image', 'home with a file')

  for (const path of ['/help', '/premium/plans']) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    const menu = page.getByRole('navigation', { name: 'Tools', exact: true })
    for (const { tab } of tools)
      await expect(menu.getByRole('link', { name: tab, exact: true })).toBeVisible()
  }
  // In the menu of a turned phone that is too narrow for the links of the header, the last tool is reachable too.
  await page.setViewportSize({ width: 667, height: 375 })
  await page.getByRole('link', { name: 'QR Code Maker', exact: true }).tap()
  await expect(page).toHaveURL('/tools/qr')
})

test('phone: the tools say nothing about dropping, and their options are above the main button', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await page.goto('/tools')
  for (const { tab, action, file } of tools) {
    await test.step(tab, async () => {
      await page.getByRole('tablist', { name: 'Tools' }).getByRole('tab', { name: tab, exact: true }).tap()
      const panel = page.getByRole('tabpanel', { name: tab, exact: true })
      const input = panel.locator('input[type=file]:not([webkitdirectory])').first()
      await expect(file ? input : panel.getByRole('button', { name: action, exact: true })).toBeAttached()
      if (tab !== 'Image Editor') await inspect(page, panel, action, tab)
      if (!file) return
      await input.setInputFiles(await file())
      await expect(panel.getByRole('button', { name: action, exact: true })).toBeVisible()
      if (tab === 'PDF Workbench') await expect(panel.getByRole('gridcell').first()).toBeVisible()
      else if (tab !== 'Image Editor') await expect(panel.getByText('Upload complete!').first()).toBeVisible()
      await inspect(page, panel, action, `${tab} with a file`)
    })
  }
})

/** Upright and turned, in the same page. */
async function inspect(page: Page, panel: Locator, action: string, name: string): Promise<void> {
  await expect(panel.getByRole('button', { name: action, exact: true })).toBeVisible()
  for (const [way, size] of [
    ['turned', turned],
    ['upright', upright],
  ] as const) {
    await page.setViewportSize(size)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    const at = `${name}, ${way}`
    expect.soft(await panel.evaluate(findDropTexts), `${at}: texts about dropping`).toEqual([])
    const options = await panel.evaluate(findOptionsBelow, action)
    expect.soft(options, `${at}: options below the main button`).toEqual([])
    const reach = await panel.evaluate(measureReach, action)
    expect.soft(reach.covered, `${at}: covered or outside of the screen`).toEqual([])
    expect.soft(reach.tooHigh, `${at}: higher than the screen without its bars`).toEqual([])
    expect.soft(reach.barsPercent, `${at}: part of the height taken by bars`).toBeLessThanOrEqual(20)
    expect.soft(reach.sidewaysPx, `${at}: sideways scrolling`).toBe(0)
  }
}

// The following functions run in the browser.

function findDropTexts(panel: Element): string[] {
  const found: string[] = []
  const texts = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode
    if (!/\b(drop|drag)/i.test(textContent ?? '')) continue
    if (parentElement?.checkVisibility({ visibilityProperty: true })) found.push(`${textContent}`)
  }
  return found
}

/** Options that come after the main button of their tool, in the document or on the screen. */
function findOptionsBelow(panel: Element, action: string): string[] {
  const button = [...panel.querySelectorAll('button')].find(
    each => each.textContent?.trim() === action && each.checkVisibility(),
  )
  if (!button) throw new Error(`no button ${action}`)
  let tool = panel
  for (let above = button.parentElement; above && above !== panel; above = above.parentElement)
    if (above.tagName === 'SECTION') tool = above
  // Where the bar rests at the end of the tool, so that it covers none of the options.
  tool.scrollIntoView({ block: 'end', behavior: 'instant' })
  const { bottom } = button.getBoundingClientRect()
  const options =
    'input:not([type=file]), select, textarea, [role=slider], [role=radio], [role=switch], [role=combobox]'
  return [...tool.querySelectorAll(options)]
    .filter(option => option.checkVisibility())
    .filter(
      option =>
        (button.compareDocumentPosition(option) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 ||
        option.getBoundingClientRect().top > bottom,
    )
    .map(option => option.closest('label')?.textContent ?? option.outerHTML)
}

/** What of the drop zones and the main button can be tapped, and what bars take of the height. */
function measureReach(panel: Element, action: string) {
  // Toasts disappear by themselves.
  const notifications = '[aria-label^=Notifications]'
  const zones = [...panel.querySelectorAll('label:has(> input[type=file])')].filter(zone =>
    zone.checkVisibility(),
  )
  const buttons = [...panel.querySelectorAll('button')].filter(
    each => each.textContent?.trim() === action && each.checkVisibility(),
  )
  const covered = [...buttons, ...zones].filter(element => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = element.getBoundingClientRect()
    const hit = document
      .elementsFromPoint(x + width / 2, y + height / 2)
      .find(each => each.closest(notifications) === null)
    return hit === undefined || !element.contains(hit)
  })

  // What stays on the screen while the tool is scrolled.
  const middle = zones[0] ?? panel
  middle.scrollIntoView({ block: 'center', behavior: 'instant' })
  const barsPx = [...document.querySelectorAll(`body *:not(${notifications}, ${notifications} *)`)]
    .filter(each => ['fixed', 'sticky'].includes(getComputedStyle(each).position) && each.checkVisibility())
    .map(each => each.getBoundingClientRect())
    .filter(({ top, bottom, width }) => width > innerWidth / 2 && bottom > 0 && top < innerHeight)
    .filter(({ top, bottom }) => top <= 0 || bottom >= innerHeight - 1)
    .reduce((sum, { height }) => sum + height, 0)
  const heights = zones.map(zone => Math.round(zone.getBoundingClientRect().height))
  return {
    covered: covered.map(each => `${each.textContent}`),
    tooHigh: heights.filter(height => height > innerHeight - barsPx),
    barsPercent: Math.round((barsPx / innerHeight) * 100),
    sidewaysPx: document.documentElement.scrollWidth - innerWidth,
  }
}
