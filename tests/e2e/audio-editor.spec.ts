/** Audio editor: waveform, trimming, settings and the result. */
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { drawClip } from '../support/clips.ts'
import { expectToast } from './accounts.ts'
import { inspectPage } from './inspect-page.ts'
import { button } from './locators.ts'

const suite = (page: Page) => page.getByRole('tabpanel', { name: 'Audio Suite' })
const editor = (page: Page) => suite(page).getByRole('tabpanel', { name: 'Audio Editor' })
const slider = (page: Page, name: string | RegExp) => editor(page).getByRole('slider', { name })
const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  editor(page).locator('input[type=file]').first().setInputFiles({ name, mimeType, buffer })

async function openEditor(page: Page): Promise<void> {
  await page.goto('/tools/audio')
  await suite(page).getByRole('tab', { name: 'Audio Editor' }).click()
}

async function openTone(page: Page): Promise<void> {
  await openEditor(page)
  const wav = await drawClip({ extension: 'wav', image: null, seconds: 4 })
  await choose(page, 'tone.wav', 'audio/wav', wav)
  await expect(editor(page).getByText('Upload complete!')).toBeVisible()
  await expect(slider(page, 'End of the selection')).toHaveAttribute('aria-valuemax', /^4/)
}

async function process(page: Page): Promise<Buffer> {
  const downloading = page.waitForEvent('download')
  await button(page, 'Process Audio').click()
  return readFile(await (await downloading).path())
}

/** A sparse file one byte above 50 MB. */
async function sparseFile(name: string): Promise<string> {
  const path = test.info().outputPath(name)
  await writeFile(path, '')
  await truncate(path, 50 * 1024 * 1024 + 1)
  return path
}

const samplesOf = (wav: Buffer) => {
  const at = wav.indexOf('data') + 8
  return new Int16Array(wav.buffer.slice(wav.byteOffset + at, wav.byteOffset + wav.length))
}
const peakOf = (samples: Int16Array) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)

test('AUD-01 AUD-06 AUD-07 AUD-08 AUD-14 audio editor: two tabs, six formats, rejected files', async ({
  page,
}) => {
  await page.goto('/tools/audio')
  const tabs = suite(page).getByRole('tablist').first().getByRole('tab')
  await expect(tabs).toHaveText(['Audio Converter', 'Audio Editor'])
  await openEditor(page)
  await choose(page, 'notes.txt', 'text/plain', Buffer.from('no sound'))
  await expect(page.getByText('Please upload an audio file', { exact: true }).first()).toBeVisible()
  await editor(page)
    .locator('input[type=file]')
    .first()
    .setInputFiles(await sparseFile('huge.mp3'))
  await expect(page.getByText('Please upload an audio file smaller than 50MB').first()).toBeVisible()
  await openTone(page)
  const formats = editor(page).getByRole('group', { name: 'Output format' }).getByRole('radio')
  expect(await formats.evaluateAll(all => all.map(radio => (radio as HTMLInputElement).value))).toEqual([
    ...['mp3', 'wav', 'ogg', 'flac', 'm4a', 'aac'],
  ])
  await expect(editor(page).getByText(/MP3 conversions are at 320kbps/)).toBeVisible()
  await inspectPage(page, 'audio editor')
})

test('API-29 AUD-09 AUD-10 AUD-12 audio editor: trims to exact times and lowers the volume, checked by sample', async ({
  page,
}) => {
  await openTone(page)
  await editor(page).getByLabel('Start', { exact: true }).fill('0:01.000')
  await editor(page).getByLabel('Start', { exact: true }).press('Enter')
  await editor(page).getByLabel('End', { exact: true }).fill('0:03.000')
  await editor(page).getByLabel('End', { exact: true }).press('Enter')
  const volume = slider(page, 'Volume')
  await expect(volume).toHaveAttribute('max', '200')
  await expect(volume).toHaveAttribute('step', '5')
  await volume.fill('50')
  await editor(page).getByRole('group', { name: 'Output format' }).getByText('WAV', { exact: true }).click()
  const before = samplesOf(await drawClip({ extension: 'wav', image: null, seconds: 4 }))
  const after = samplesOf(await process(page))
  expect(after.length).toBe(2 * 44_100)
  expect(peakOf(after) / peakOf(before)).toBeCloseTo(0.5, 1)
})

test('audio editor: draws the waveform, and its handles move by keyboard and mouse', async ({ page }) => {
  await openTone(page)
  const wave = editor(page).getByRole('region', { name: 'Waveform' })
  await expect(wave).toBeVisible()
  const ink = () =>
    wave
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => {
        const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
        let drawn = 0
        for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 0) > 0) drawn += 1
        return drawn
      })
  await expect.poll(ink).toBeGreaterThan(1000)
  const start = slider(page, 'Start of the selection')
  await start.focus()
  await start.press('ArrowRight')
  expect(Number(await start.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  const end = slider(page, 'End of the selection')
  const box = await end.boundingBox()
  if (!box) throw new Error('the wave has no handle')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 80, y, { steps: 4 })
  await page.mouse.up()
  expect(Number(await end.getAttribute('aria-valuenow'))).toBeLessThan(3.9)
})

test('AUD-11 audio editor: removes silence and normalizes loudness', async ({ page }) => {
  await openEditor(page)
  const gap = "sine=frequency=440:sample_rate=44100,volume='if(between(t,1,3),0,1)':eval=frame"
  const wav = await drawClip({ extension: 'wav', image: null, seconds: 4, sound: gap })
  await choose(page, 'gap.wav', 'audio/wav', wav)
  await expect(editor(page).getByText('Upload complete!')).toBeVisible()
  await editor(page).getByRole('switch', { name: 'Remove silence' }).click()
  await editor(page)
    .getByRole('switch', { name: /^Normalize/ })
    .click()
  await editor(page).getByRole('group', { name: 'Output format' }).getByText('WAV', { exact: true }).click()
  const samples = samplesOf(await process(page))
  expect(samples.length / 44_100).toBeLessThan(2.5)
  expect(peakOf(samples)).toBeGreaterThan(1.2 * peakOf(samplesOf(wav)))
})

test('AUD-13 audio editor: a damaged audio file fails with its name', async ({ page }) => {
  await openEditor(page)
  const wav = await drawClip({ extension: 'flac', image: null, seconds: 2 })
  await choose(page, 'torn.flac', 'audio/flac', wav.subarray(0, 600))
  await expect(editor(page).getByText('Upload complete!')).toBeVisible()
  await button(page, 'Process Audio').click()
  await expectToast(page, 'Audio processing failed')
})
