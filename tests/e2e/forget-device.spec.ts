/** "Forget this device" for a visitor without an account. */
import { expect, test } from '@playwright/test'
import { pngFile } from './files.ts'
import { inspectPage } from './inspect-page.ts'

test('Forget this device: asks for confirmation, deletes the uploads and starts as a new visitor', async ({
  page,
}) => {
  await page.goto('/')
  const panel = page.getByRole('tabpanel', { name: 'Image' })
  await panel.locator('input[type=file]').setInputFiles(await pngFile('mine.png'))
  await expect(panel.getByText('Upload complete!')).toBeVisible()
  const visitorCookie = async () =>
    (await page.context().cookies()).find(({ name }) => name === 'filesmith_visitor')?.value
  const before = await visitorCookie()
  expect(before).toMatch(/^v_/)

  await page.getByRole('button', { name: 'Forget this device' }).click()
  const dialog = page.getByRole('dialog', { name: 'Forget this device?' })
  await expect(dialog).toBeVisible()
  await inspectPage(page, 'the dialog')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Forget this device' })).toBeFocused()
  expect(await visitorCookie()).toBe(before)

  await page.getByRole('button', { name: 'Forget this device' }).click()
  await dialog.getByRole('button', { name: 'Forget this device' }).click()
  const done = page.getByRole('dialog', { name: 'Device forgotten' })
  await done.getByRole('button', { name: 'Start over' }).click()
  await expect(page.getByText('Drop an image here')).toBeVisible()
  await expect(page.getByText('mine.png')).toHaveCount(0)
  const after = await visitorCookie()
  expect(after).toMatch(/^v_/)
  expect(after).not.toBe(before)
})
