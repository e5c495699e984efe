/** Structure of a screen for assistive technology: one main heading, heading order, landmarks; and motion. */
import { expect, type Page } from '@playwright/test'

export async function inspectOutline(page: Page, what: string): Promise<void> {
  const levels = await page
    .getByRole('main')
    .getByRole('heading')
    .evaluateAll(headings => headings.map(it => Number(it.getAttribute('aria-level') ?? it.tagName.slice(1))))
  expect
    .soft(
      levels.filter(level => level === 1),
      `${what}: main headings`,
    )
    .toEqual([1])
  const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)
  expect.soft(jumps, `${what}: ${levels.join(' ')} skips levels`).toEqual([])
  for (const landmark of ['banner', 'main', 'contentinfo'] as const)
    await expect.soft(page.getByRole(landmark), `${what}: ${landmark}`).toHaveCount(1)
  await expect.soft(page.getByRole('banner').getByRole('navigation').first(), what).toBeAttached()
  await expect.soft(page, what).toHaveTitle(/\| Filesmith$/)
}

/** With reduced motion: elements with animations, transitions or smooth scrolling. */
export function findMotion(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const moves = (style: CSSStyleDeclaration) =>
      style.animationName !== 'none' ||
      style.scrollBehavior === 'smooth' ||
      style.transitionDuration.split(',').some(duration => Number.parseFloat(duration) > 0)
    const all = [...document.querySelectorAll('*')]
    const moving = all.filter(element =>
      [undefined, '::before', '::after'].some(part => moves(getComputedStyle(element, part))),
    )
    const running = document.getAnimations().map(({ id, playState }) => `animation ${id} ${playState}`)
    return [...moving.map(element => element.outerHTML.slice(0, 120)), ...running].slice(0, 5)
  })
}
