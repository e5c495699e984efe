/** What every screen must stand: the eye of axe, and the width of the window. */
import { expect, type Page } from '@playwright/test'
import axeCore, { type RunOptions } from 'axe-core'

export async function inspectPage(page: Page, what: string): Promise<void> {
  const size = page.viewportSize()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  if (size) await page.setViewportSize({ ...size, height: Math.max(height, size.height) })
  const unstick = await unstickElements(page)
  // The size of targets is new in WCAG 2.2, and off unless asked for.
  await findNothing(page, what, { rules: { 'target-size': { enabled: true } } })
  await unstick()
  await inspectWidth(page, what)
  if (size) await page.setViewportSize(size)
}

/**
 * A sticky element covers what can be scrolled out from under it, which axe reports as an obscured target. A taller window is
 * not enough where the page grows with it. Returns a function that makes the elements sticky again.
 */
async function unstickElements(page: Page): Promise<() => Promise<void>> {
  const elements = await page.evaluateHandle(() => {
    const sticky = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      element => getComputedStyle(element).position === 'sticky',
    )
    for (const element of sticky) element.style.position = 'static'
    return sticky
  })
  return async () => {
    await elements.evaluate(sticky => {
      for (const element of sticky) element.style.removeProperty('position')
    })
    await elements.dispose()
  }
}

/** The other theme of a screen that was inspected: nothing but its colours is different. */
export async function inspectColours(page: Page, what: string): Promise<void> {
  await findNothing(page, what, { runOnly: ['color-contrast', 'link-in-text-block'] })
}

const softly = expect.configure({ soft: true })

/** Nothing sticks out to the side, and what does is named; a page that has just become narrower may take a moment. */
export async function inspectWidth(page: Page, what: string): Promise<void> {
  const message = `${what}: sticks out`
  await softly.poll(() => findStickingOut(page), { message, timeout: 3000 }).toEqual([])
}

function findStickingOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return []
    const outside = [...document.body.querySelectorAll('*')].filter(
      element => element.getBoundingClientRect().right > innerWidth + 0.5,
    )
    const innermost = outside.filter(
      element => !outside.some(other => other !== element && element.contains(other)),
    )
    return innermost.slice(0, 3).map(element => element.outerHTML.slice(0, 160))
  })
}

/** Once for each document: reading it takes as long as half of its rules. */
async function bringAxe(page: Page): Promise<void> {
  // It would not look into frames, and we have none.
  expect(page.frames()).toHaveLength(1)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source)
}

async function findNothing(page: Page, what: string, options: RunOptions): Promise<void> {
  await bringAxe(page)
  const found = await page.evaluate(async asked => {
    const { axe } = window as unknown as { axe: typeof axeCore }
    const { violations } = await axe.run({ ...asked, resultTypes: ['violations'] })
    return violations.map(({ id, nodes: [first, ...others] }) => ({
      id,
      times: 1 + others.length,
      where: first?.target.join(' '),
      why: first?.failureSummary,
    }))
  }, options)
  expect.soft(found, what).toEqual([])
}
