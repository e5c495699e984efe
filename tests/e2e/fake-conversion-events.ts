/** Sends fake progress events of a conversion to the page and checks what it shows at each step. */
import { expect, type Page } from '@playwright/test'

export interface Step {
  readonly percent: number
  readonly caption: string
}

/** Replaces the event stream of every conversion with the given steps. */
export async function fakeConversionEvents(
  page: Page,
  steps: readonly Step[],
  state: Readonly<Record<string, unknown>>,
): Promise<{ expectEachStep(): Promise<void> }> {
  let current = 0
  await page.route('**/api/conversions/*/events', async route => {
    const event = {
      id: route.request().url().split('/').at(-2),
      status: 'running',
      percent: steps[current]?.percent,
      stage: 'encode',
      secondsLeft: null,
      originalSize: 1,
      resultSize: null,
      media: null,
      notes: [],
      downloadUrl: null,
      parts: [],
      error: null,
      createdAt: new Date().toISOString(),
      expiresAt: null,
      ...state,
    }
    await route.fulfill({
      contentType: 'text/event-stream',
      body: `retry: 20\n\nid: ${current + 1}\ndata: ${JSON.stringify(event)}\n\n`,
    })
  })
  return {
    /** The caption follows the percentage, and the bar never moves back. */
    async expectEachStep() {
      const bar = page.getByRole('progressbar', { name: 'Conversion progress' })
      let highest = 0
      for (const { percent, caption } of steps) {
        highest = Math.max(highest, percent)
        await expect(bar).toHaveAttribute('aria-valuenow', String(highest))
        await expect(page.getByRole('dialog').getByRole('status')).toHaveText(caption)
        current += 1
      }
    },
  }
}
