/** Checks that every screen must pass: axe, and no horizontal overflow. */
import { expect, type Page } from '@playwright/test'
import axeCore, { type RunOptions } from 'axe-core'

export async function inspectPage(page: Page, what: string): Promise<void> {
  const size = page.viewportSize()
  if (size) await growWindowToPage(page, size)
  // The target-size rule of WCAG 2.2 is off by default.
  await expectNoViolations(page, what, { rules: { 'target-size': { enabled: true } } })
  await inspectWidth(page, what)
  if (size) await page.setViewportSize(size)
}

/**
 * In a window as tall as the page, sticky elements cover nothing. A page that has just been resized may still grow (an image
 * is scaled, text wraps), so the height is measured until the whole page fits.
 */
async function growWindowToPage(page: Page, size: { width: number; height: number }): Promise<void> {
  await expect(async () => {
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width: size.width, height: Math.max(height, size.height) })
    const isSettled = await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
      return document.documentElement.scrollHeight <= innerHeight
    })
    expect(isSettled, 'the page keeps growing with its window').toBe(true)
  }).toPass({ timeout: 5000, intervals: [0] })
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
