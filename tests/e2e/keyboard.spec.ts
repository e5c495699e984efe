/** Whole journeys with the keyboard alone, and what is announced on the way. */
import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { readZip } from '../support/read-zip.ts'
import { signUp } from './accounts.ts'
import { pngFile } from './files.ts'
import { button, field, main } from './find-on-page.ts'
import { chooseByKey, goTo, listen, pressOn } from './keyboard.ts'

const dropZoneOf = (page: Page, panel: string) =>
  page.getByRole('tabpanel', { name: panel }).locator('input[type=file]:not([webkitdirectory])').first()
const sample = (name: string) => new URL(`../corpus/samples/pdf/${name}`, import.meta.url).pathname

test('a visitor converts an image, the wait included, and hears how far it is', async ({ page }) => {
  const { heard } = await listen(page)
  await page.goto('/')
  await chooseByKey(dropZoneOf(page, 'Image'), await pngFile())
  await expect(page.getByText('Upload complete!')).toBeVisible()
  await goTo(page.getByRole('radio', { name: 'PNG' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'JPG' })).toBeChecked()
  await pressOn(button(page, 'Convert Image'))
  const proceed = page.getByRole('dialog').getByRole('button', { name: 'Continue' })
  await expect(proceed).toBeEnabled({ timeout: 20_000 })
  const downloading = page.waitForEvent('download')
  await pressOn(proceed, 'Space')
  expect((await downloading).suggestedFilename()).toBe('sunset.jpg')
  await expect(page.getByRole('group', { name: 'Your file is ready' })).toBeVisible()
  // The focus is where the result is, not lost with the dialog.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  await expect
    .poll(async () => (await heard()).join('\n'))
    .toMatch(/Upload complete!.*Conversion complete!.*Your image has been converted successfully\./s)
})

test('somebody chooses a plan, pays with a test card and hears that it worked', async ({ page }) => {
  await signUp(page)
  const { heard } = await listen(page)
  await page.goto('/premium/plans')
  await goTo(main(page).getByRole('radio', { name: /Monthly/ }))
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
    await goTo(field(page, name))
    await page.keyboard.type(typed)
  }
  await pressOn(main(page).getByRole('button', { name: /^Pay \$4\.99/ }))
  await expect(page).toHaveURL(/\/profile/)
  await expect.poll(async () => (await heard()).join('\n')).toMatch(/Subscription Updated/)
  const told = (await heard()).join('\n')
  expect(told).toMatch(/You selected the Basic plan\. Redirecting to checkout\.\.\./)
  expect(told).toMatch(/Preparing Your Checkout/)
})

test('two tools of the hub: a picture is resized, a PDF becomes text', async ({ page }) => {
  const { heard } = await listen(page)
  await page.goto('/tools')
  const tab = (name: string) => page.getByRole('tablist', { name: 'Tools' }).getByRole('tab', { name })
  await goTo(tab('PDF Converter'))
  await goTo(tab('Image Resizer'), 'ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/tools/resize')
  await chooseByKey(dropZoneOf(page, 'Image Resizer'), await pngFile())
  const width = page.getByRole('tabpanel', { name: 'Image Resizer' }).getByLabel('Width', { exact: true })
  await goTo(width)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('320')
  const resized = page.waitForEvent('download')
  await pressOn(button(page, 'Resize Images'))
  const { width: across } = await sharp(await readFile(await (await resized).path())).metadata()
  expect(across).toBe(320)

  await goTo(tab('Image Resizer'), 'Shift+Tab')
  await goTo(tab('PDF Converter'), 'ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/tools/pdf')
  await chooseByKey(dropZoneOf(page, 'PDF Converter'), sample('prose.pdf'))
  await goTo(page.getByRole('radio', { name: 'DOCX' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'TXT' })).toBeChecked()
  const converted = page.waitForEvent('download')
  await pressOn(button(page, 'Convert PDF'))
  expect((await converted).suggestedFilename()).toBe('prose.txt')
  await expect
    .poll(async () => (await heard()).join('\n'))
    .toMatch(/Your image has been resized successfully\..*Your PDF has been converted successfully\./s)
})

test('a batch is put together, put in order and taken home as one archive', async ({ page }) => {
  const { heard } = await listen(page)
  await page.goto('/tools/batch')
  const files = await Promise.all(['a.png', 'b.png', 'c.png'].map(name => pngFile(name)))
  await chooseByKey(dropZoneOf(page, 'Batch Converter'), files)
  await expect(page.getByText('3 files ready to process')).toBeVisible()
  await pressOn(button(page, 'Move c.png up'))
  await pressOn(button(page, 'Remove a.png'))
  // The focus is not lost with the row.
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  await goTo(page.getByRole('radio', { name: 'JPG' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'WEBP' })).toBeChecked()
  const downloading = page.waitForEvent('download')
  await pressOn(button(page, 'Convert Files'))
  const archive = await readZip(await readFile(await (await downloading).path()))
  expect([...archive.keys()]).toEqual(['c.webp', 'b.webp'])
  await expect.poll(async () => (await heard()).join('\n')).toMatch(/3 files ready to process.*Success!/s)
})

test('somebody finds an answer in the help, and opens it at its place', async ({ page }) => {
  const { heard } = await listen(page)
  await page.goto('/help')
  await goTo(main(page).getByRole('searchbox'))
  await page.keyboard.type('cancel')
  await expect.poll(async () => (await heard()).at(-1)).toBe('2 articles and 2 questions found')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Search results' })).toBeFocused()
  await pressOn(main(page).getByRole('link', { name: /^Account and billing/ }))
  await expect(page).toHaveURL('/help/account-and-billing#cancelling')
  await expect(page.getByRole('heading', { name: 'Cancelling' })).toBeFocused()
})
