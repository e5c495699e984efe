/** Touch gestures as the browser receives them from a touch screen. */
import type { Locator, Page } from '@playwright/test'

interface Point {
  readonly x: number
  readonly y: number
}

const steps = 8

export async function centerOf(target: Locator): Promise<Point> {
  // Scrolls to the center, because sticky elements cover the bottom of the window.
  await target.evaluate(element => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const box = await target.boundingBox()
  if (!box) throw new Error('the target is not visible')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** One finger moves over the screen. */
export async function swipe(page: Page, from: Point, by: Point): Promise<void> {
  await moveFingers(page, share => [{ x: from.x + by.x * share, y: from.y + by.y * share }])
}

/** Two fingers move apart or together. */
export async function pinch(page: Page, middle: Point, fromPx: number, toPx: number): Promise<void> {
  await moveFingers(page, share => {
    const half = (fromPx + (toPx - fromPx) * share) / 2
    return [
      { x: middle.x - half, y: middle.y },
      { x: middle.x + half, y: middle.y },
    ]
  })
}

/** The fingers rest before they are lifted; otherwise the next tap would only stop the momentum scrolling. */
async function moveFingers(page: Page, at: (share: number) => readonly Point[]): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  let seconds = Date.now() / 1000 - 1
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[], after: number) => {
    seconds += after
    return browser.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(({ x, y }, id) => ({ x: Math.round(x), y: Math.round(y), id })),
      timestamp: seconds,
    })
  }
  await touch('touchStart', at(0), 0)
  for (let step = 1; step <= steps; step += 1) await touch('touchMove', at(step / steps), 0.03)
  await touch('touchMove', at(1), 0.3)
  await touch('touchEnd', [], 0.1)
  await browser.detach()
  // The page handles moves with the next frame, and draws what they changed with the one after.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  })
}
