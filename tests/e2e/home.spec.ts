/** Home page and its Image tab before a conversion. */
import { expect, type Page, test } from '@playwright/test'
import { audioFile, pngFile, videoFile } from './files.ts'

const dropInput = (page: Page) => page.getByRole('tabpanel', { name: 'Image' }).locator('input[type=file]')
const options = (page: Page) => page.getByRole('group', { name: 'Options' })

test('HOME-01 HOME-02 home page: hero, title and description', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All-in-one Media Conversion Tool')
  await expect(page).toHaveTitle(/free online file converter/i)
  await expect(page).toHaveTitle(/no signup required/i)
  const description = page.locator('meta[name=description]')
  await expect(description).toHaveAttribute('content', /free online file converter/i)
  await expect(description).toHaveAttribute('content', /no signup required/i)
})

test('HOME-03 HOME-04 HOME-06 home page: tabs in order, More Tools next to them, Sign Up Free below', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('tab')).toHaveText(['Image', 'Video', 'Audio'])
  await expect(page.getByRole('link', { name: 'More Tools' })).toHaveAttribute('href', '/tools')
  await expect(page.getByRole('link', { name: 'Sign Up Free' })).toHaveAttribute('href', '/sign-up')
})

test('HOME-05 home page: each tab has a drop zone, then an options panel', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText('Drop an image here')).toBeVisible()
  await dropInput(page).setInputFiles(await pngFile())
  await expect(options(page)).toBeVisible()
  for (const [tab, prompt] of [
    ['Video', 'Drop a video here'],
    ['Audio', 'Drop an audio file here'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByText(prompt)).toBeVisible()
    await page
      .getByRole('tabpanel', { name: tab })
      .locator('input[type=file]')
      .setInputFiles(await (tab === 'Video' ? videoFile() : audioFile()))
    await expect(
      page.getByRole('tabpanel', { name: tab }).getByRole('group', { name: 'Options' }),
    ).toBeVisible()
  }
})

test('CALL-09 home page: a tool with a missing engine is disabled with a visible reason', async ({
  page,
}) => {
  const reason = 'Video conversion is currently not available on this server.'
  await page.route('**/api/capabilities', async route => {
    const response = await route.fetch()
    const capabilities = await response.json()
    capabilities.operations['convert-video'] = { isAvailable: false, reason }
    await route.fulfill({ response, json: capabilities })
  })
  await page.goto('/')
  await page.getByRole('tab', { name: 'Video' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Video' })
  await expect(panel.getByText(reason)).toBeVisible()
  await expect(panel.locator('input[type=file]')).toBeDisabled()
  await expect(panel.getByRole('button', { name: 'Convert Video' })).toBeDisabled()
})

test('HOME-07 HOME-08 Image tab: shows what it accepts and rejects files that are not images', async ({
  page,
}) => {
  await page.goto('/')
  const panel = page.getByRole('tabpanel', { name: 'Image' })
  await expect(panel.getByText('Accepts JPG, PNG, GIF, WEBP, BMP and SVG, up to 50 MB.')).toBeVisible()
  await expect(dropInput(page)).toHaveAttribute('accept', 'image/*')
  await dropInput(page).setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('hello'),
  })
  await expect(panel.getByRole('alert').filter({ hasText: 'notes.txt' })).toHaveText(
    '"notes.txt" cannot be used here. Please choose an image file.',
  )
  await expect(options(page)).toHaveCount(0)
})

test('Image tab on a phone: the error about a wrong file is not covered by the Convert bar', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await dropInput(page).setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('hello'),
  })
  const complaint = page.getByRole('alert').filter({ hasText: 'notes.txt' })
  await expect(complaint).toBeInViewport({ ratio: 1 })
  const isUppermost = await complaint.evaluate(element => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(isUppermost).toBe(true)
})

test('HOME-09 HOME-10 Image tab: formats and qualities with their defaults', async ({ page }) => {
  await page.goto('/')
  await dropInput(page).setInputFiles(await pngFile())
  const format = options(page).getByRole('group', { name: 'Output format' })
  await expect(format.getByRole('radio')).toHaveCount(5)
  const values = await format
    .getByRole('radio')
    .evaluateAll(radios => radios.map(radio => radio.getAttribute('value')))
  expect(values).toEqual(['png', 'jpg', 'webp', 'gif', 'bmp'])
  await expect(format.getByRole('radio', { name: 'PNG' })).toBeChecked()
  const quality = options(page).getByRole('group', { name: 'Quality' })
  const names = await quality
    .getByRole('radio')
    .evaluateAll(radios => radios.map(radio => radio.getAttribute('value')))
  expect(names).toEqual(['high', 'medium', 'low'])
  await expect(quality.getByRole('radio', { name: 'Medium' })).toBeChecked()
})

test('HOME-11 UP-09 Image tab: options appear when the upload is complete, the preview 300 ms later', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/')
  await expect(page.getByText('No recent conversions found.')).toBeVisible()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  let hasArrived = false
  await page.route(/\/api\/uploads(\/[0-9a-f-]+)?$/, async route => {
    const response = await route.fetch()
    expect(await options(page).count()).toBe(0)
    hasArrived = true
    await route.fulfill({ response })
  })
  await dropInput(page).setInputFiles(await pngFile('photo.png'))
  await expect(options(page)).toBeVisible()
  expect(hasArrived).toBe(true)
  const preview = page.getByRole('img', { name: 'Preview of photo.png' })
  await page.clock.runFor(299)
  await expect(preview).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(preview).toBeVisible()
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)
})

test('HOME-12 Image tab: Convert without a file shows an error and sends nothing', async ({ page }) => {
  const posts: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Convert Image' }).click()
  await expect(
    page.getByRole('tabpanel', { name: 'Image' }).getByText('Please select a file first'),
  ).toBeVisible()
  expect(posts).toEqual([])
})

for (const button of ['Choose another file', 'Start Over']) {
  test(`HOME-13 Image tab: '${button}' clears the file`, async ({ page }) => {
    await page.goto('/')
    await dropInput(page).setInputFiles(await pngFile())
    await expect(page.getByText('Upload complete!')).toBeVisible()
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByText('Drop an image here')).toBeVisible()
    await expect(options(page)).toHaveCount(0)
    await page.reload()
    await expect(page.getByText('Drop an image here')).toBeVisible()
  })
}
