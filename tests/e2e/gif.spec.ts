/** GIF maker: settings, video and image inputs, preview and result. */
import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { drawClip } from '../support/clips.ts'
import { expectToast } from './accounts.ts'
import { brokenVideoFile, pngFile, videoFile } from './files.ts'
import { inspectPage } from './inspect-page.ts'
import { button } from './locators.ts'

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'GIF Maker' })
const slider = (page: Page, name: string) => panel(page).getByRole('slider', { name, exact: true })
const choose = (page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  panel(page).locator('input[type=file]:not([webkitdirectory])').first().setInputFiles(files)

async function chooseVideo(page: Page): Promise<void> {
  await page.goto('/tools/gif')
  await choose(page, await videoFile('holiday.mp4'))
  await expect(panel(page).getByRole('heading', { name: 'GIF Settings' })).toBeVisible()
  await expect(panel(page).getByText('Upload complete!')).toBeVisible()
}

/** Returns the file that the page downloads automatically. */
async function create(page: Page): Promise<Buffer> {
  const downloading = page.waitForEvent('download')
  await button(page, 'Create GIF').click()
  return readFile(await (await downloading).path())
}

test('GIF-01 GIF-02 GIF-03 GIF-23 GIF-24 GIF maker: accepted and rejected files, and tips', async ({
  page,
}) => {
  await page.goto('/tools/gif')
  await expect(
    page.getByText('Accepts a single video or multiple images, up to 200MB per file.'),
  ).toBeVisible()
  await expect(page.getByText('For the best results, keep your GIFs under 10 seconds.')).toBeVisible()
  await expect(
    page.getByRole('heading', { name: /^(Video to GIF|Images to GIF|Small and Sharp)$/ }),
  ).toHaveCount(3)
  await button(page, 'Create GIF').click()
  await expectToast(page, 'Error', 'Please add files to create a GIF')
  await choose(page, [await videoFile(), await pngFile()])
  await expectToast(
    page,
    'Invalid files',
    'Please upload either a single video file or multiple image files.',
  )
  await choose(page, [await videoFile('one.mp4'), await videoFile('two.mp4')])
  await expectToast(
    page,
    'Invalid files',
    'Please upload either a single video file or multiple image files.',
  )
  await inspectPage(page, 'GIF maker')
})

test('GIF-04 GIF-05 GIF-06 GIF-07 GIF-08 GIF-09 GIF-10 GIF-11 GIF-12 GIF-13 GIF-14 GIF-15 GIF maker: settings of a video', async ({
  page,
}) => {
  await chooseVideo(page)
  await expect(panel(page).locator('video').first()).toBeVisible()
  await expect(panel(page).getByRole('heading', { name: 'GIF Preview' })).toBeVisible()
  // Two seconds long, so all of it is selected.
  await expect(slider(page, 'Duration')).toHaveValue('2')
  await expect(slider(page, 'Frame rate')).toHaveValue('10')
  await expect(slider(page, 'Width')).toHaveValue('480')
  await expect(slider(page, 'Start time')).toHaveValue('0')
  await expect(slider(page, 'Start time')).toHaveAttribute('max', '1.9')
  await expect(panel(page).getByText('Balanced')).toBeVisible()
  await slider(page, 'Frame rate').fill('5')
  await expect(panel(page).getByText('Slower & Smaller')).toBeVisible()
  await slider(page, 'Frame rate').fill('25')
  await expect(panel(page).getByText('Smoother & Larger')).toBeVisible()
  await expect(panel(page).getByText('480 x 270')).toBeVisible()
  await slider(page, 'Start time').fill('1.5')
  await expect(slider(page, 'Duration')).toHaveValue('0.5')
  await expect(panel(page).getByText(/^(Estimated|Measured)$/)).toBeVisible()
  await expect(panel(page).getByText('Measured', { exact: true })).toBeVisible({ timeout: 60_000 })
  await inspectPage(page, 'GIF settings')
})

test('GIF-16 GIF-17 GIF-18 GIF-25 API-32 GIF maker: creates a GIF of a part of a video and resets the settings', async ({
  page,
}) => {
  await chooseVideo(page)
  await slider(page, 'Frame rate').fill('5')
  await slider(page, 'Width').fill('320')
  await slider(page, 'Duration').fill('1')
  await panel(page).getByRole('group', { name: 'Quality' }).getByText('Low', { exact: true }).click()
  const gif = await create(page)
  const { format, width, pageHeight, pages, delay } = await sharp(gif, { animated: true }).metadata()
  expect([format, width, pageHeight, pages]).toEqual(['gif', 320, 180, 5])
  expect(delay?.reduce((sum, ms) => sum + ms, 0)).toBe(1000)
  await expectToast(page, 'Success!', 'Your GIF has been created successfully.')
  await button(page, 'Change settings').click()
  await expect(slider(page, 'Frame rate')).toHaveValue('10')
  await expect(slider(page, 'Width')).toHaveValue('480')
})

// How close it is to the result: see the integration test gif-estimate.
test('GIF-14 GIF maker: shows the size measured on the server before creating the GIF', async ({ page }) => {
  test.setTimeout(300_000)
  await page.goto('/tools/gif')
  const image = 'testsrc2=size=320x180:rate=25,noise=alls=12:allf=t:all_seed=1'
  const video = await drawClip({ extension: 'mp4', seconds: 4, image, sound: null })
  await choose(page, { name: 'grain.mp4', mimeType: 'video/mp4', buffer: video })
  await slider(page, 'Width').fill('320')
  // A busy server is asked again, up to four times, and may take 45 seconds each time.
  const measured = panel(page).getByText('from all frames, made on the server')
  await expect(measured).toBeVisible({ timeout: 240_000 })
  await expect(panel(page).getByText('Measured', { exact: true })).toBeVisible()
})

test('GIF maker preview: plays the selected part and stops when paused', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await chooseVideo(page)
  const canvas = panel(page).getByRole('img', { name: 'GIF preview' })
  await expect(canvas).toBeVisible()
  const readCanvas = () => canvas.evaluate((it: HTMLCanvasElement) => it.toDataURL())
  const first = await readCanvas()
  await expect.poll(readCanvas).not.toBe(first)
  await button(page, 'Pause').click()
  await expect(button(page, 'Play')).toBeVisible()
})

test('GIF maker: images in another order, each with its own duration', async ({ page }) => {
  await page.goto('/tools/gif')
  const plain = async (name: string, background: string) => ({
    name,
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 160, height: 160, channels: 3, background } })
      .png()
      .toBuffer(),
  })
  await choose(page, [await plain('red.png', '#e00000'), await plain('blue.png', '#0000e0')])
  await expect(panel(page).getByRole('heading', { name: 'GIF Settings' })).toBeVisible()
  await expect(panel(page).getByText('2 files ready to process')).toBeVisible()
  await expect(slider(page, 'Start time')).toHaveCount(0)
  await button(page, 'Move blue.png up').click()
  await panel(page).getByLabel('Duration of blue.png in milliseconds').fill('700')
  await panel(page).getByLabel('Duration of red.png in milliseconds').fill('300')
  await slider(page, 'Width').fill('160')
  const gif = await create(page)
  const { delay } = await sharp(gif, { animated: true }).metadata()
  expect(delay).toEqual([700, 300])
  const [red = 255, , blue = 0] = await sharp(gif).removeAlpha().raw().toBuffer()
  expect([red < 60, blue > 180]).toEqual([true, true])
})

test('GIF maker filmstrip: handles move by mouse and keyboard', async ({ page }) => {
  await page.goto('/tools/gif')
  const video = await drawClip({ extension: 'mp4', seconds: 6 })
  await choose(page, { name: 'long.mp4', mimeType: 'video/mp4', buffer: video })
  await expect(slider(page, 'Duration')).toHaveValue('6')
  const end = slider(page, 'Clip end')
  await end.focus()
  for (let press = 0; press < 10; press += 1) await end.press('ArrowLeft')
  await expect(slider(page, 'Duration')).toHaveValue('5')
  const start = slider(page, 'Clip start')
  const box = await start.boundingBox()
  if (!box) throw new Error('the filmstrip has no handle')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  expect(Number(await slider(page, 'Start time').inputValue())).toBeGreaterThan(0.3)
})

test('GIF-20 GIF-21 GIF-22 GIF maker: a damaged video fails with the server message; Start Over resets everything', async ({
  page,
}) => {
  await page.goto('/tools/gif')
  await choose(page, await brokenVideoFile())
  await expect(panel(page).getByRole('heading', { name: 'GIF Settings' })).toBeVisible()
  await slider(page, 'Frame rate').fill('12')
  await button(page, 'Create GIF').click()
  await expectToast(page, 'GIF creation failed', /damaged or incomplete/)
  await expect(slider(page, 'Frame rate')).toHaveValue('12')
  await button(page, 'Start Over').click()
  await expect(panel(page).getByRole('heading', { name: 'GIF Settings' })).toHaveCount(0)
  await choose(page, await pngFile())
  await expect(slider(page, 'Frame rate')).toHaveValue('10')
})
