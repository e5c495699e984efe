/** What every screen must stand: the eye of axe, and the width of the window. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export async function inspectPage(page: Page, what: string): Promise<void> {
  await findNothing(what, axe(page))
  const stickingOutPx = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(stickingOutPx, what).toBeLessThanOrEqual(0)
}

/** The other theme of a screen that was inspected: nothing but its colours is different. */
export async function inspectColours(page: Page, what: string): Promise<void> {
  await findNothing(what, axe(page).withRules(['color-contrast', 'link-in-text-block']))
}

/** Looking into frames would cost a second page each time, and we have none. */
function axe(page: Page): AxeBuilder {
  expect(page.frames()).toHaveLength(1)
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
}

async function findNothing(what: string, builder: AxeBuilder): Promise<void> {
  const { violations } = await builder.analyze()
  expect(violations.map(({ id, nodes }) => `${what}: ${id} ${nodes[0]?.target}`)).toEqual([])
}
