/** What every screen must stand: the eye of axe, and the width of the window. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export async function inspectPage(page: Page, what: string): Promise<void> {
  // Looking into frames costs a second page each time, and we have none.
  expect(page.frames(), what).toHaveLength(1)
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${what}: ${id} ${nodes[0]?.target}`)).toEqual([])
  const stickingOutPx = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(stickingOutPx, what).toBeLessThanOrEqual(0)
}
