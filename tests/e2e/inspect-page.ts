/** What every screen must stand: the eye of axe, and the width of the window. */
import { expect, type Page } from '@playwright/test'
import axeCore, { type RunOptions } from 'axe-core'

export async function inspectPage(page: Page, what: string): Promise<void> {
  const size = page.viewportSize()
  if (size) await growWindowToPage(page, size)
  // The size of targets is new in WCAG 2.2, and off unless asked for.
  await findNothing(page, what, { rules: { 'target-size': { enabled: true } } })
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

/** The other theme of a screen that was inspected: nothing but its colours is different. */
export async function inspectColors(page: Page, what: string): Promise<void> {
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
