/** Video tab: conversion journeys. */
import { readFile } from 'node:fs/promises'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import { expect, type Page, test } from '@playwright/test'
import { signUpOnPlan } from './accounts.ts'
import { fakeConversionEvents } from './fake-conversion-events.ts'
import { brokenVideoFile, oldVideoFile, pngFile, slowVideoFile, videoFile } from './files.ts'

test.beforeEach(async ({ page }) => {
  await signUpOnPlan(page, 'pro')
  await page.goto('/')
  await page.getByRole('tab', { name: 'Video' }).click()
})

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Video' })
const dropInput = (page: Page) => panel(page).locator('input[type=file]')
const overlay = (page: Page) => page.getByRole('dialog')
const bar = (page: Page) => page.getByRole('progressbar', { name: 'Conversion progress' })
const percent = async (page: Page) => Number(await bar(page).getAttribute('aria-valuenow'))
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: /Notifications/ }).getByText(text, { exact: true })
const convert = (page: Page) => panel(page).getByRole('button', { name: 'Convert Video' }).click()
const values = (page: Page, group: string) =>
  panel(page)
    .getByRole('group', { name: group })
    .getByRole('radio')
    .evaluateAll(radios => radios.map(radio => radio.getAttribute('value')))

async function upload(page: Page, file: Awaited<ReturnType<typeof videoFile>>): Promise<void> {
  await dropInput(page).setInputFiles(file)
  await expect(panel(page).getByText('Upload complete!')).toBeVisible({ timeout: 30_000 })
}

async function choose(page: Page, format: string, quality: string): Promise<void> {
  await panel(page).getByRole('group', { name: 'Output format' }).getByText(format, { exact: true }).click()
  await panel(page).getByRole('group', { name: 'Quality' }).getByText(quality, { exact: true }).click()
}

test('HOME-14 HOME-15 HOME-18 Video tab: shows what it accepts, rejects files that are not videos, and converts nothing without a file', async ({
  page,
}) => {
  const posts: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  await convert(page)
  await expect(toast(page, 'Please select a video file first')).toBeVisible()
  await expect(panel(page).getByText('Accepts MP4, AVI, MOV, WMV and MKV, up to 2 GB.')).toBeVisible()
  await expect(dropInput(page)).toHaveAttribute('accept', 'video/*')
  await dropInput(page).setInputFiles(await pngFile())
  await expect(panel(page).getByRole('alert').filter({ hasText: 'sunset.png' })).toHaveText(
    '"sunset.png" cannot be used here. Please choose a video file.',
  )
  expect(posts).toEqual([])
})

test('HOME-14 Video tab: visitors and Free may upload 500 MB', async ({ page }) => {
  await signUpOnPlan(page, 'free')
  await page.reload()
  await page.getByRole('tab', { name: 'Video' }).click()
  await expect(panel(page).getByText('Accepts MP4, AVI, MOV, WMV and MKV, up to 500 MB.')).toBeVisible()
})

test('HOME-16 HOME-17 HOME-24 Video tab: player with details, formats and qualities; Choose another file and Start Over clear the file', async ({
  page,
}) => {
  await upload(page, await videoFile())
  const player = panel(page).locator('video')
  await expect(player).toBeVisible()
  await expect.poll(() => player.evaluate((it: HTMLVideoElement) => it.videoWidth)).toBe(320)
  for (const detail of ['0:02', '320 × 180', 'H.264', 'AAC'])
    await expect(panel(page).getByText(detail).first()).toBeVisible()
  expect(await values(page, 'Output format')).toEqual(['mp4', 'mov', 'avi', 'webm', 'mkv'])
  expect(await values(page, 'Quality')).toEqual(['1080p', '720p', '480p', '360p'])
  await expect(panel(page).getByRole('radio', { name: 'MP4' })).toBeChecked()
  await expect(panel(page).getByRole('radio', { name: '720p' })).toBeChecked()
  await panel(page).getByRole('button', { name: 'Choose another file' }).click()
  await expect(panel(page).getByText('Drop a video here')).toBeVisible()
  await upload(page, await videoFile())
  await panel(page).getByRole('button', { name: 'Start Over' }).click()
  await expect(panel(page).getByText('Drop a video here')).toBeVisible()
  await expect(panel(page).getByRole('group', { name: 'Options' })).toHaveCount(0)
})

test('Video tab: a video that the browser cannot play is shown as an image', async ({ page }) => {
  await upload(page, await oldVideoFile())
  const image = panel(page).getByRole('img', { name: 'Preview of wedding.avi' })
  await expect(image).toBeVisible()
  await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(100)
  await expect(panel(page).getByText('MP3').first()).toBeVisible()
})

test('CONV-10 CONV-12 Video tab: compatible streams are copied, and the download starts immediately', async ({
  page,
}) => {
  await upload(page, await videoFile('Reise nach Köln.mp4'))
  await choose(page, 'MKV', '1080p')
  const downloading = page.waitForEvent('download')
  await convert(page)
  await expect(toast(page, 'Success!')).toBeVisible()
  await expect(toast(page, 'Your video has been converted successfully.')).toBeVisible()
  const download = await downloading
  // Immediately: the overlay, which closes 2.5 s after success, is still visible.
  await expect(overlay(page).getByText('Conversion complete!')).toBeVisible()
  expect(download.suggestedFilename()).toBe('Reise nach Köln.mkv')
  expect(sniffFormat(await readFile(await download.path()))).toBe('mkv')
  const result = panel(page).getByRole('group', { name: 'Your file is ready' })
  await expect(result).toBeVisible()
  await expect(result.getByText(/copied/i)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Reise nach Köln.mp4' })).toContainText('MKV')
})

test('CONV-05 CONV-03 overlay: captions switch above 70 percent, and the bar never moves back', async ({
  page,
}) => {
  const steps = [
    { percent: 3, caption: 'Processing your video...' },
    { percent: 70, caption: 'Processing your video...' },
    { percent: 40, caption: 'Processing your video...' },
    { percent: 71, caption: 'Finalizing conversion...' },
    { percent: 95, caption: 'Finalizing conversion...' },
  ]
  const events = await fakeConversionEvents(page, steps, {
    secondsLeft: 75,
    operation: 'convert-video',
    fileName: 'holiday.mp4',
    originalFormat: 'mp4',
    convertedFormat: 'mp4',
  })
  await upload(page, await videoFile())
  await convert(page)
  await events.expectEachStep()
  await expect(overlay(page).getByText(/about 1 min.* left/)).toBeVisible()
})

test('CONV-16 Video tab: a damaged video fails with the server message', async ({ page }) => {
  await upload(page, await brokenVideoFile())
  const message = 'This MP4 file is damaged or incomplete and cannot be read.'
  await expect(panel(page).getByText(message)).toBeVisible()
  await convert(page)
  await expect(overlay(page).getByText('Conversion failed', { exact: true })).toBeVisible()
  await expect(
    overlay(page).getByText('There was an issue with your conversion. Please try again.'),
  ).toBeVisible()
  await expect(toast(page, 'Conversion failed')).toBeVisible()
  await expect(toast(page, message)).toBeVisible()
  await expect(page.locator('[data-variant=destructive]')).toHaveCount(1)
})

test('Video tab on a phone: a long error message is not clipped', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const message = 'This file is copy-protected (DRM) and cannot be converted. '.repeat(2)
  await page.route('**/api/uploads/*/details', route =>
    route.fulfill({
      json: { format: 'mp4', media: null, previewUrl: null, problem: { code: 'file-protected', message } },
    }),
  )
  await upload(page, await videoFile())
  const alert = panel(page).getByRole('alert').filter({ hasText: 'copy-protected' })
  await expect(alert).toBeVisible()
  const hiddenPx = await alert.evaluate(it => {
    const area = it.closest('.overflow-hidden')
    return area ? area.scrollHeight - area.clientHeight : Number.NaN
  })
  expect(hiddenPx).toBe(0)
})

test('CONV-06 CONV-19 Video tab: canceling a running conversion leaves no result and keeps the file', async ({
  page,
}) => {
  await upload(page, await slowVideoFile())
  await choose(page, 'WEBM', '720p')
  await convert(page)
  await expect.poll(() => percent(page), { timeout: 30_000 }).toBeGreaterThan(0)
  await overlay(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(overlay(page)).toBeHidden()
  await expect(toast(page, 'Success!')).toHaveCount(0)
  await expect(page.getByText('No recent conversions found.')).toBeVisible()
  await expect(panel(page).getByText('Upload complete!')).toBeVisible()
})

test('CONV-20 Video tab: after closing the tab, a returning visitor sees the conversion and its result', async ({
  page,
}) => {
  await upload(page, await slowVideoFile({ seconds: 2 }))
  await choose(page, 'WEBM', '360p')
  await convert(page)
  await expect.poll(() => percent(page), { timeout: 30_000 }).toBeGreaterThan(0)
  await page.goto('about:blank')
  await page.goto('/')
  await expect(page.getByRole('tab', { name: 'Video' })).toHaveAttribute('aria-selected', 'true')
  await expect(panel(page).getByRole('group', { name: 'Your file is ready' })).toBeVisible({
    timeout: 50_000,
  })
})
