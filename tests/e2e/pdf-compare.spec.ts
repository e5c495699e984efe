/** PDF Workbench: two documents compared and their differences visited by keyboard, also on a phone. */
import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { comparisonPdf } from '../support/comparison-pdf.ts'
import { button } from './locators.ts'

const view = (page: Page) => page.getByRole('region', { name: 'Differences' })
const current = (page: Page) => view(page).locator('[aria-current=true]')
const radio = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })

async function compare(page: Page): Promise<void> {
  await page.goto('/tools/workbench')
  await page
    .getByRole('tabpanel', { name: 'PDF Workbench' })
    .locator('input[type=file]:not([webkitdirectory])')
    .first()
    .setInputFiles([
      { name: 'old.pdf', mimeType: 'application/pdf', buffer: comparisonPdf(['alder', 'birch', 'cedar']) },
      {
        name: 'new.pdf',
        mimeType: 'application/pdf',
        buffer: comparisonPdf(['alder', 'Birch', 'elm', 'cedar']),
      },
    ])
  await expect(page.getByText('7 pages · 2 documents · 0 selected')).toBeVisible()
}

test('PDF Workbench: compares two documents by keyboard, and downloads the report', async ({ page }) => {
  await compare(page)
  await radio(page, 'Save as one PDF').focus()
  // The last of the actions.
  await radio(page, 'Compare').focus()
  await page.keyboard.press('Space')
  await button(page, 'Compare').press('Enter')

  await expect(current(page)).toContainText('birch0 → Birch0', { timeout: 60_000 })
  await expect(view(page).locator('canvas:visible')).toHaveCount(2)
  await expect(view(page).locator('[data-current=old]')).toBeVisible()
  await expect(view(page).locator('[data-current=new]')).toBeVisible()
  await view(page).getByRole('region', { name: 'old page 2, new page 2' }).focus()
  await page.keyboard.press('n')
  await expect(current(page)).toContainText('Page 3 was added')
  await expect(view(page).getByText('Not in the old document')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(current(page)).toContainText('birch0 → Birch0')

  await radio(page, 'Text').focus()
  await page.keyboard.press('ArrowRight')
  await expect(radio(page, 'Looks')).toBeChecked()
  await expect(current(page)).toContainText('of the page looks different')

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download report' }).press('Enter')
  const report = await readFile(await (await downloading).path())
  expect(report.subarray(0, 5).toString()).toBe('%PDF-')
  await button(page, 'Keep editing').press('Enter')
  await expect(page.getByRole('grid', { name: 'Pages' })).toBeVisible()
})

test('PDF Workbench: the pages of a comparison are stacked on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await compare(page)
  await button(page, 'Choose what to make').click()
  await page.getByText('Compare', { exact: true }).click()
  await button(page, 'Done').click()
  await button(page, 'Compare').click()
  await expect(current(page)).toContainText('birch0 → Birch0', { timeout: 60_000 })
  const [old, after] = await view(page)
    .locator('figure')
    .evaluateAll(figures => figures.map(figure => figure.getBoundingClientRect().toJSON()))
  expect(after.top).toBeGreaterThanOrEqual(old.bottom)
  expect(old.width).toBeGreaterThan(280)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
