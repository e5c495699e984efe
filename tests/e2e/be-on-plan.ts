/** Lets the page believe in a plan: accounts that have one come with a later part of the product. */
import type { Page } from '@playwright/test'

/** Everything else of the server's answer stays as it is. */
export async function beOnPlan(page: Page, plan: 'free' | 'basic' | 'pro'): Promise<void> {
  await page.route('**/api/capabilities', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), plan } })
  })
}
