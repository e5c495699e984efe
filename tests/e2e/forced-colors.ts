/** Finds controls and states that disappear in forced colors mode (Windows high contrast). */
import type { Page } from '@playwright/test'
import sharp from 'sharp'

const controls =
  'button, input, select, textarea, summary, a[href], [role=tab], [role=switch], [role=checkbox], [role=slider], [role=radio]'

/** Controls that are invisible: every pixel within their bounds has the same color. */
export async function findInvisibleControls(page: Page): Promise<string[]> {
  // In a window as tall as the page, sticky elements are where they were measured.
  const size = await page.evaluate(() => ({
    width: innerWidth,
    height: document.documentElement.scrollHeight,
  }))
  await page.setViewportSize(size)
  // Repeats until the layout is stable, because the screenshot must match the measured boxes.
  let boxes = await measureControls(page)
  let shot: Buffer
  for (;;) {
    // A page that grows with its window may still be taller than the window.
    shot = await page.screenshot({ animations: 'disabled', caret: 'hide', fullPage: true })
    const after = await measureControls(page)
    const isSteady = JSON.stringify(after) === JSON.stringify(boxes)
    boxes = after
    if (isSteady) break
  }
  const image = sharp(shot)
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const isPlain = (box: (typeof boxes)[number]) => {
    const rows = {
      from: Math.max(0, Math.ceil(box.y)),
      to: Math.min(info.height, Math.floor(box.y + box.height)),
    }
    const columns = { from: Math.max(0, Math.ceil(box.x)), to: Math.floor(box.x + box.width) }
    const at = (x: number, y: number) => (y * info.width + x) * info.channels
    const first = data.subarray(at(columns.from, rows.from), at(columns.from, rows.from) + info.channels)
    for (let y = rows.from; y < rows.to; y += 1)
      for (let x = columns.from; x < columns.to; x += 1)
        if (data.compare(first, 0, info.channels, at(x, y), at(x, y) + info.channels) !== 0) return false
    return true
  }
  return boxes.filter(isPlain).map(({ what }) => what)
}

function measureControls(page: Page) {
  return page.locator(controls).evaluateAll(elements =>
    elements.flatMap(element => {
      const input = element.matches('input[type=radio], input[type=checkbox], input[type=file]')
      // A visually hidden field is represented by its label.
      const shown = (input && element.closest('label')) || element
      const { x, y, width, height } = shown.getBoundingClientRect()
      const isShown = width > 1 && height > 1 && shown.checkVisibility({ visibilityProperty: true })
      // A honeypot field is invisible on purpose.
      const isHidden = shown.closest('[aria-hidden=true]') !== null
      if (!isShown || isHidden || x < 0 || x + width > innerWidth) return []
      return [{ what: shown.outerHTML.slice(0, 120), x, y, width, height }]
    }),
  )
}

/** Choices that look the same whether selected or not. */
export function findLostStates(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.backgroundColor = 'Canvas'
    const canvas = getComputedStyle(probe).backgroundColor
    probe.remove()
    // Backgrounds are forced to one color; transparent ones look the same as the canvas.
    const effectiveBackground = (color: string) => (/, 0\)$|\/ 0\)$/.test(color) ? canvas : color)
    const computedAppearance = (element: Element): string => {
      const parts = [element, ...element.querySelectorAll('*')]
      return parts
        .flatMap(part =>
          [undefined, '::before', '::after'].map(pseudo => [part, getComputedStyle(part, pseudo)] as const),
        )
        .map(([, style]) =>
          [
            style.content,
            style.display === 'none',
            style.visibility,
            style.opacity === '0',
            effectiveBackground(style.backgroundColor),
            style.color,
            style.borderColor,
            style.borderWidth,
            style.outlineStyle,
            style.textDecorationLine,
            style.fontWeight,
            style.translate,
            style.transform,
            style.left,
          ].join(),
        )
        .join(';')
    }
    const shownFor = (element: Element) => element.closest('label') ?? element
    const isChosen = (element: Element) =>
      element.matches(':checked') ||
      element.getAttribute('aria-checked') === 'true' ||
      element.getAttribute('aria-selected') === 'true' ||
      element.getAttribute('aria-pressed') === 'true' ||
      element.getAttribute('aria-current') === 'page'
    const groupSelector = '[role=tablist], [role=radiogroup], fieldset, [role=group], nav'
    const groups = [...document.querySelectorAll(groupSelector)]
    return groups.flatMap(group => {
      const choices = [...group.querySelectorAll('[role=tab], input[type=radio], [role=radio], a')].filter(
        choice => shownFor(choice).checkVisibility() && choice.closest(groupSelector) === group,
      )
      const chosen = choices.find(isChosen)
      const other = choices.find(choice => !isChosen(choice) && !choice.matches(':disabled'))
      if (chosen === undefined || other === undefined) return []
      return computedAppearance(shownFor(chosen)) === computedAppearance(shownFor(other))
        ? [shownFor(chosen).outerHTML.slice(0, 160)]
        : []
    })
  })
}
