/** What every screen must stand: the eye of axe, and the width of the window. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export async function inspectPage(page: Page, what: string): Promise<void> {
  const size = page.viewportSize()
  // In a window as high as the page, what sticks to the window lies over nothing that could be scrolled away from under it.
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  if (size) await page.setViewportSize({ ...size, height: Math.max(height, size.height) })
  await findNothing(what, axe(page))
  await inspectWidth(page, what)
  if (size) await page.setViewportSize(size)
}

/** The other theme of a screen that was inspected: nothing but its colours is different. */
export async function inspectColours(page: Page, what: string): Promise<void> {
  await findNothing(what, axe(page).withRules(['color-contrast', 'link-in-text-block']))
}

/** Nothing sticks out to the side, and what does is named. */
export async function inspectWidth(page: Page, what: string): Promise<void> {
  const stickingOut = await page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return []
    const outside = [...document.body.querySelectorAll('*')].filter(
      element => element.getBoundingClientRect().right > innerWidth + 0.5,
    )
    const innermost = outside.filter(
      element => !outside.some(other => other !== element && element.contains(other)),
    )
    return innermost.slice(0, 3).map(element => element.outerHTML.slice(0, 160))
  })
  expect.soft(stickingOut, `${what}: sticks out`).toEqual([])
}

/** Looking into frames would cost a second page each time, and we have none. */
function axe(page: Page): AxeBuilder {
  expect(page.frames()).toHaveLength(1)
  return new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    // New in WCAG 2.2, and off unless asked for.
    rules: { 'target-size': { enabled: true } },
  })
}

async function findNothing(what: string, builder: AxeBuilder): Promise<void> {
  const { violations } = await builder.analyze()
  const found = violations.map(
    ({ id, nodes }) => `${what}: ${id} ${nodes.length}x ${nodes[0]?.target} ${nodes[0]?.failureSummary}`,
  )
  expect.soft(found).toEqual([])
}
