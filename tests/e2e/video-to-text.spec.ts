/** Video to Text: video, transcript and exports. */
import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { expectToast } from './accounts.ts'
import { pngFile, silentVideoFile, speechVideoFile } from './files.ts'
import { inspectPage } from './inspect-page.ts'
import { button } from './locators.ts'

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Video to Text' })
const text = (page: Page) => panel(page).getByRole('textbox', { name: 'Extracted Text' })
const choose = async (page: Page, file: Awaited<ReturnType<typeof speechVideoFile>>) =>
  panel(page).locator('input[type=file]').first().setInputFiles(file)

test('V2T-01 V2T-02 V2T-03 V2T-05 V2T-06 V2T-07 V2T-08 V2T-09 V2T-18 V2T-27 video to text: tabs, video, language and rejected files', async ({
  page,
}) => {
  await page.goto('/tools/video2text')
  await expect(panel(page).getByRole('tab')).toHaveText(['Extract Text', 'Extracted Text'])
  await expect(panel(page).getByText('MP4, AVI, MOV, or WebM')).toBeVisible()
  await expect(panel(page).getByText('Maximum 100MB')).toBeVisible()
  await panel(page).getByRole('tab', { name: 'Extracted Text' }).click()
  await expect(panel(page).getByText('No Extracted Text Yet')).toBeVisible()
  await button(page, 'Upload a Video').click()

  await choose(page, await pngFile('sunset.png'))
  await expectToast(page, 'Invalid file type', 'Please upload a video file')
  await choose(page, await speechVideoFile())
  await expectToast(page, 'Video file loaded', 'talk.mp4')
  await expect(panel(page).locator('video')).toBeVisible()
  const language = panel(page).getByLabel('Audio Language')
  await expect(language).toHaveValue('en')
  await expect(language.locator('option')).toHaveText([
    'Detect automatically',
    'English',
    'Spanish',
    'French',
    'German',
    'Italian',
    'Portuguese',
    'Russian',
    'Chinese',
    'Japanese',
    'Korean',
    'Arabic',
  ])
  await expect(panel(page).getByRole('checkbox', { name: 'Include timestamps in transcript' })).toBeChecked()
  await inspectPage(page, 'video to text')
  await button(page, 'Remove').click()
  await expect(panel(page).locator('video')).toBeHidden()
})

test('V2T-10 V2T-11 V2T-13 V2T-16 V2T-17 V2T-19 V2T-22 V2T-24 V2T-25 V2T-26 video to text: the transcript can be edited, copied and downloaded', async ({
  page,
  context,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/tools/video2text')
  await choose(page, await speechVideoFile())
  await button(page, 'Extract Text from Video').click()
  await expect(panel(page).getByRole('tab', { name: 'Extracted Text' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(panel(page).getByText('Extracting Text from Video')).toBeVisible()
  await expect(
    panel(page).getByText('This may take a few minutes depending on the video length'),
  ).toBeVisible()
  await page.getByText('Text extraction complete', { exact: true }).first().waitFor({ timeout: 90_000 })
  await expectToast(page, 'Text extraction complete', 'Text has been extracted from your video')
  await expect(text(page)).toHaveValue(/^\[00:00:0\d\] .*lighthouse/i)
  await text(page).fill(`Edited\n${await text(page).inputValue()}`)
  await button(page, 'Copy').click()
  await expectToast(page, 'Copied to clipboard', 'Text has been copied to your clipboard')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Edited\n\[/)
  const downloading = page.waitForEvent('download')
  await button(page, 'Download').click()
  await expectToast(page, 'Download started', 'Text file is being downloaded')
  const download = await downloading
  expect(download.suggestedFilename()).toBe('talk_transcript.txt')
  expect(await readFile(await download.path(), 'utf8')).toMatch(/^Edited\n\[/)
  await inspectPage(page, 'extracted text of a video')
  await page.setViewportSize({ width: 390, height: 844 })
  await inspectPage(page, 'extracted text of a video at 390 px')
  await page.setViewportSize({ width: 1280, height: 800 })

  await button(page, 'Back to Video Upload').click()
  await choose(page, await silentVideoFile('silent.mp4'))
  await panel(page).getByRole('tab', { name: 'Extracted Text' }).click()
  await expect(panel(page).getByText('No Extracted Text Yet')).toBeVisible()
})

test('V2T-16 V2T-20 video to text: a video without audio shows the reason', async ({ page }) => {
  await page.goto('/tools/video2text')
  await choose(page, await silentVideoFile())
  await button(page, 'Extract Text from Video').click()
  await expectToast(
    page,
    'Text extraction failed',
    'This video has no audio, so there is nothing to transcribe.',
  )
})
