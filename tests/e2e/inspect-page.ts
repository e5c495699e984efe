/** Checks that every screen must pass: axe, and no horizontal overflow. */
import { expect, type Page } from '@playwright/test'
import axeCore, { type RunOptions } from 'axe-core'

export async function inspectPage(page: Page, what: string): Promise<void> {
  const size = page.viewportSize()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  if (size) await page.setViewportSize({ ...size, height: Math.max(height, size.height) })
  const unstick = await unstickElements(page)
  // The target-size rule of WCAG 2.2 is off by default.
  await expectNoViolations(page, what, { rules: { 'target-size': { enabled: true } } })
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

/** Checks the other theme of an inspected screen, where only colors differ. */
export async function inspectColors(page: Page, what: string): Promise<void> {
  await expectNoViolations(page, what, { runOnly: ['color-contrast', 'link-in-text-block'] })
}

const softly = expect.configure({ soft: true })

/** No horizontal overflow, naming the elements that cause it; retries, because a resized page may need a moment. */
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

/** Injected once per document, because loading axe takes half as long as running it. */
async function injectAxe(page: Page): Promise<void> {
  // axe is not injected into frames; there are none.
  expect(page.frames()).toHaveLength(1)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source)
}

async function expectNoViolations(page: Page, what: string, options: RunOptions): Promise<void> {
  await injectAxe(page)
  const found = await page.evaluate(async runOptions => {
    const { axe } = window as unknown as { axe: typeof axeCore }
    const { violations } = await axe.run({ ...runOptions, resultTypes: ['violations'] })
    return violations.map(({ id, nodes: [first, ...others] }) => ({
      id,
      times: 1 + others.length,
      where: first?.target.join(' '),
      why: first?.failureSummary,
    }))
  }, options)
  expect.soft(found, what).toEqual([])
}
