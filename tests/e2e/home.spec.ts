/** Home page and its Image tab before a conversion. */
import { expect, type Locator, type Page, test } from '@playwright/test'
import { audioFile, pngFile, videoFile } from './files.ts'

const dropInput = (page: Page) => page.getByRole('tabpanel', { name: 'Image' }).locator('input[type=file]')
const options = (page: Page) => page.getByRole('group', { name: 'Options' })
const valuesIn = (group: Locator) =>
  group.getByRole('radio').evaluateAll(radios => radios.map(radio => radio.getAttribute('value')))

test('HOME-01 HOME-02 HOME-03 HOME-04 HOME-06 home page: title, description, tabs in order, More Tools next to them, Sign Up Free below', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All-in-one Media Conversion Tool')
  await expect(page).toHaveTitle(/free online file converter/i)
  await expect(page).toHaveTitle(/no signup required/i)
  const description = page.locator('meta[name=description]')
  await expect(description).toHaveAttribute('content', /free online file converter/i)
  await expect(description).toHaveAttribute('content', /no signup required/i)
  await expect(page.getByRole('tab')).toHaveText(['Image', 'Video', 'Audio', 'Any file'])
  await expect(page.getByRole('link', { name: 'More Tools' })).toHaveAttribute('href', '/tools')
  await expect(page.getByRole('link', { name: 'Sign Up Free' })).toHaveAttribute('href', '/sign-up')
})

test('HOME-05 HOME-09 HOME-10 home page: each tab has a drop zone, then an options panel; formats and qualities of images', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByText('Drop an image here')).toBeVisible()
  await dropInput(page).setInputFiles(await pngFile())
  const format = options(page).getByRole('group', { name: 'Output format' })
  await expect(format.getByRole('radio')).toHaveCount(5)
  expect(await valuesIn(format)).toEqual(['png', 'jpg', 'webp', 'gif', 'bmp'])
  await expect(format.getByRole('radio', { name: 'PNG' })).toBeChecked()
  const quality = options(page).getByRole('group', { name: 'Quality' })
  expect(await valuesIn(quality)).toEqual(['high', 'medium', 'low'])
  await expect(quality.getByRole('radio', { name: 'Medium' })).toBeChecked()
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

test('HOME-07 HOME-08 HOME-12 Image tab: shows what it accepts, rejects files that are not images, and converts nothing without a file', async ({
  page,
}) => {
  const posts: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  await page.goto('/')
  const panel = page.getByRole('tabpanel', { name: 'Image' })
  await page.getByRole('button', { name: 'Convert Image' }).click()
  await expect(panel.getByText('Please select a file first')).toBeVisible()
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
  expect(posts).toEqual([])
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

test('HOME-13 Image tab: Choose another file and Start Over clear the file', async ({ page }) => {
  await page.goto('/')
  for (const name of ['Choose another file', 'Start Over']) {
    await dropInput(page).setInputFiles(await pngFile())
    await expect(page.getByText('Upload complete!')).toBeVisible()
    await page.getByRole('button', { name }).click()
    await expect(page.getByText('Drop an image here')).toBeVisible()
    await expect(options(page)).toHaveCount(0)
    await page.reload()
    await expect(page.getByText('Drop an image here')).toBeVisible()
  }
})
