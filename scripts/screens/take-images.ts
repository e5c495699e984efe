/** Takes full-page screenshots of one screen in every width and both themes. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'

export const widths = [390, 768, 1280, 1920] as const
export const themes = ['light', 'dark'] as const

export function imageName(screen: string, width: number, theme: string): string {
  return `${screen}-${width}-${theme}.jpg`
}

export async function takeImages(page: Page, folder: string, screen: string): Promise<void> {
  const covers = page.locator('[role=dialog], [role=menu], [data-state=open][data-variant]')
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
    // Overlays are captured in the viewport; pages in full height, so that sticky elements do not appear in the middle.
    if ((await covers.count()) === 0) {
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.setViewportSize({ width, height })
    }
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      const path = join(folder, imageName(screen, width, theme))
      await page.screenshot({ path, type: 'jpeg', quality: 82, animations: 'disabled' })
    }
  }
}
