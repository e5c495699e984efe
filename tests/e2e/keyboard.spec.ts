/** Complete journeys by keyboard alone, with the screen reader announcements. */
import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { readZip } from '../support/read-zip.ts'
import { signUp } from './accounts.ts'
import { pngFile } from './files.ts'
import { chooseByKey, focusByKey, pressOn, recordAnnouncements } from './keyboard.ts'
import { button, field, main } from './locators.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const dropZoneOf = (page: Page, panel: string) =>
  page.getByRole('tabpanel', { name: panel }).locator('input[type=file]:not([webkitdirectory])').first()
const sample = (name: string) => new URL(`../corpus/samples/pdf/${name}`, import.meta.url).pathname

test('conversion by keyboard: a visitor converts an image including the wait, and progress is announced', async ({
  page,
}) => {
  const { announcements } = await recordAnnouncements(page)
  await page.goto('/')
  await chooseByKey(dropZoneOf(page, 'Image'), await pngFile())
  await expect(page.getByText('Upload complete!')).toBeVisible()
  await focusByKey(page.getByRole('radio', { name: 'PNG' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'JPG' })).toBeChecked()
  await pressOn(button(page, 'Convert Image'))
  const proceed = page.getByRole('dialog').getByRole('button', { name: 'Continue' })
  await expect(proceed).toBeEnabled({ timeout: 20_000 })
  const downloading = page.waitForEvent('download')
  await pressOn(proceed, 'Space')
  expect((await downloading).suggestedFilename()).toBe('sunset.jpg')
  await expect(page.getByRole('group', { name: 'Your file is ready' })).toBeVisible()
  // The focus moves to the result instead of being lost with the dialog.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  await expect
    .poll(async () => (await announcements()).join('\n'))
    .toMatch(/Upload complete!.*Conversion complete!.*Your image has been converted successfully\./s)
})

test('checkout by keyboard: a user picks a plan, pays with a test card and success is announced', async ({
  page,
}) => {
  await signUp(page)
  const { announcements } = await recordAnnouncements(page)
  await page.goto('/premium/plans')
  await focusByKey(main(page).getByRole('radio', { name: /Monthly/ }))
  await page.keyboard.press('ArrowRight')
  await expect(main(page).getByRole('radio', { name: /Yearly/ })).toBeChecked()
  await page.keyboard.press('ArrowLeft')
  await pressOn(button(page, 'Choose Basic'))
  await expect(page).toHaveURL('/checkout?planId=2&amount=4.99')
  for (const [name, typed] of [
    ['Card number', '4242424242424242'],
    ['Expiry date', '1240'],
    ['Security code', '123'],
  ] as const) {
    await focusByKey(field(page, name))
    await page.keyboard.type(typed)
  }
  await pressOn(main(page).getByRole('button', { name: /^Pay \$4\.99/ }))
  await expect(page).toHaveURL(/\/profile/)
  await expect.poll(async () => (await announcements()).join('\n')).toMatch(/Subscription Updated/)
  const announced = (await announcements()).join('\n')
  expect(announced).toMatch(/You selected the Basic plan\. Redirecting to checkout\.\.\./)
  expect(announced).toMatch(/Preparing Your Checkout/)
})

test('tools hub by keyboard: resizes an image and converts a PDF to text', async ({ page }) => {
  const { announcements } = await recordAnnouncements(page)
  await page.goto('/tools')
  const tab = (name: string) => page.getByRole('tablist', { name: 'Tools' }).getByRole('tab', { name })
  await focusByKey(tab('PDF Converter'))
  await focusByKey(tab('Image Resizer'), 'ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/tools/resize')
  await chooseByKey(dropZoneOf(page, 'Image Resizer'), await pngFile())
  const width = page.getByRole('tabpanel', { name: 'Image Resizer' }).getByLabel('Width', { exact: true })
  await focusByKey(width)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('320')
  const resized = page.waitForEvent('download')
  await pressOn(button(page, 'Resize Images'))
  const { width: across } = await sharp(await readFile(await (await resized).path())).metadata()
  expect(across).toBe(320)

  await focusByKey(tab('Image Resizer'), 'Shift+Tab')
  await focusByKey(tab('PDF Converter'), 'ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/tools/pdf')
  await chooseByKey(dropZoneOf(page, 'PDF Converter'), sample('prose.pdf'))
  await focusByKey(page.getByRole('radio', { name: 'DOCX' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'TXT' })).toBeChecked()
  const converted = page.waitForEvent('download')
  await pressOn(button(page, 'Convert PDF'))
  expect((await converted).suggestedFilename()).toBe('prose.txt')
  await expect
    .poll(async () => (await announcements()).join('\n'))
    .toMatch(/Your image has been resized successfully\..*Your PDF has been converted successfully\./s)
})

test('batch by keyboard: files are added, reordered and downloaded as one archive', async ({ page }) => {
  const { announcements } = await recordAnnouncements(page)
  await page.goto('/tools/batch')
  const files = await Promise.all(['a.png', 'b.png', 'c.png'].map(name => pngFile(name)))
  await chooseByKey(dropZoneOf(page, 'Batch Converter'), files)
  await expect(page.getByText('3 files ready to process')).toBeVisible()
  await pressOn(button(page, 'Move c.png up'))
  await pressOn(button(page, 'Remove a.png'))
  // The focus is not lost with the removed row.
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  await focusByKey(page.getByRole('radio', { name: 'JPG' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'WEBP' })).toBeChecked()
  const downloading = page.waitForEvent('download')
  await pressOn(button(page, 'Convert Files'))
  const archive = await readZip(await readFile(await (await downloading).path()))
  expect([...archive.keys()]).toEqual(['c.webp', 'b.webp'])
  await expect
    .poll(async () => (await announcements()).join('\n'))
    .toMatch(/3 files ready to process.*Success!/s)
})

test('help by keyboard: an article is found and opened at its section', async ({ page }) => {
  const { announcements } = await recordAnnouncements(page)
  await page.goto('/help')
  await focusByKey(main(page).getByRole('searchbox'))
  await page.keyboard.type('cancel')
  await expect.poll(async () => (await announcements()).at(-1)).toBe('2 articles and 2 questions found')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Search results' })).toBeFocused()
  await pressOn(main(page).getByRole('link', { name: /^Account and billing/ }))
  await expect(page).toHaveURL('/help/account-and-billing#cancelling')
  await expect(page.getByRole('heading', { name: 'Canceling your plan' })).toBeFocused()
})
