/** Deletion receipts, and protection against injected scripts (XSS). */
import { expect, test } from '@playwright/test'
import { signUpOnPlan } from './accounts.ts'
import { pngFile } from './files.ts'

test('receipt: the toast after a deletion links to a receipt that confirms that nothing is stored', async ({
  page,
}) => {
  await signUpOnPlan(page, 'pro')
  await page.goto('/')
  await page.getByRole('tab', { name: 'Image' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Image' })
  await panel.locator('input[type=file]').setInputFiles(await pngFile('letter.png'))
  await expect(panel.getByText('Upload complete!')).toBeVisible()
  await panel.getByRole('button', { name: 'Convert Image' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'letter.png' })
  await expect(row).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('dialog')).toBeHidden({ timeout: 10_000 })
  await row.getByRole('button', { name: 'Delete letter.png' }).click()
  await page.getByRole('button', { name: 'Close notification' }).click()
  await page.getByRole('button', { name: 'Receipt' }).click()

  const dialog = page.getByRole('dialog', { name: 'Deletion receipt' })
  await expect(dialog.getByText('All files of this conversion have been deleted.')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByText(/at your request/)).toHaveCount(2)
  await expect(dialog).not.toContainText('letter')
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save as JSON' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^deletion-receipt-[\da-f]{8}\.json$/)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
})

test('Content-Security-Policy: an injected script, event handler and javascript: link do not run', async ({
  page,
}) => {
  await page.route('/privacy', async route => {
    const response = await route.fetch()
    const injected = `<script>window.ran = 'inline'</script>
      <img src="nothing" onerror="window.ran = 'handler'">
      <script src="data:text/javascript,window.ran='data'"></script>
      <iframe srcdoc="<script>parent.ran = 'frame'</script>"></iframe>
      <a id="bad" href="javascript:window.ran='link'">go</a><base href="https://example.org/">`
    await route.fulfill({ response, body: (await response.text()).replace('</body>', `${injected}</body>`) })
  })
  const violations: string[] = []
  await page.exposeFunction('noteViolation', (directive: string) => violations.push(directive))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', event =>
      (window as unknown as { noteViolation(directive: string): void }).noteViolation(
        event.effectiveDirective,
      ),
    ),
  )
  await page.goto('/privacy')
  await page.locator('#bad').evaluate((link: HTMLElement) => link.click())
  await expect.poll(() => new Set(violations)).toContain('script-src-elem')
  await expect.poll(() => new Set(violations)).toContain('script-src-attr')
  expect(await page.evaluate(() => (window as unknown as { ran?: string }).ran)).toBeUndefined()
  expect(new URL(await page.evaluate(() => document.baseURI)).hostname).not.toBe('example.org')
})
