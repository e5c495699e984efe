/** Audio tab: conversion journeys, and audio extraction from a video. */
import { readFile } from 'node:fs/promises'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import { expect, type Page, test } from '@playwright/test'
import { signUpOnPlan } from './accounts.ts'
import { audioFile, pngFile, silentVideoFile, videoFile } from './files.ts'

test.beforeEach(async ({ page }) => {
  await signUpOnPlan(page, 'pro')
  await openAudioTab(page)
})

async function openAudioTab(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('tab', { name: 'Audio' }).click()
}

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Audio' })
const dropInput = (page: Page) => panel(page).locator('input[type=file]')
const overlay = (page: Page) => page.getByRole('dialog')
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: /Notifications/ }).getByText(text, { exact: true })
const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true })
const heading = (page: Page) => panel(page).getByRole('heading', { level: 2 })
const values = (page: Page, group: string) =>
  panel(page)
    .getByRole('group', { name: group })
    .getByRole('radio')
    .evaluateAll(radios => radios.map(radio => radio.getAttribute('value')))

async function upload(page: Page, file: Awaited<ReturnType<typeof audioFile>>): Promise<void> {
  await dropInput(page).setInputFiles(file)
  await expect(panel(page).getByText('Upload complete!')).toBeVisible({ timeout: 30_000 })
}

async function choose(page: Page, format: string, bitrate: string): Promise<void> {
  await panel(page).getByRole('group', { name: 'Output format' }).getByText(format, { exact: true }).click()
  await panel(page).getByRole('group', { name: 'Bitrate' }).getByText(bitrate, { exact: true }).click()
}

async function extract(page: Page): Promise<void> {
  await panel(page).getByText('Extract audio from video').click()
  await expect(heading(page)).toHaveText('Extract Audio from Video')
}

test('HOME-19 HOME-20 Audio tab: shows what it accepts and rejects files that are not audio', async ({
  page,
}) => {
  await signUpOnPlan(page, 'free')
  await openAudioTab(page)
  await expect(panel(page).getByText('Accepts MP3, WAV, AAC, OGG, FLAC and M4A, up to 200 MB.')).toBeVisible()
  await expect(dropInput(page)).toHaveAttribute('accept', 'audio/*')
  for (const file of [await pngFile(), await videoFile()]) {
    await dropInput(page).setInputFiles(file)
    await expect(panel(page).getByRole('alert').filter({ hasText: file.name })).toHaveText(
      `"${file.name}" cannot be used here. Please choose an audio file.`,
    )
  }
})

test('HOME-21 HOME-22 HOME-23 HOME-24 Audio tab: nothing is converted without a file; formats and bitrates; Choose another file and Start Over clear the file', async ({
  page,
}) => {
  const posts: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  await button(page, 'Convert Audio').click()
  await expect(toast(page, 'Please select an audio file first')).toBeVisible()
  expect(posts).toEqual([])
  await upload(page, await audioFile())
  expect(await values(page, 'Output format')).toEqual(['mp3', 'wav', 'aac', 'ogg', 'flac', 'm4a'])
  expect(await values(page, 'Bitrate')).toEqual(['320', '256', '192', '128'])
  await expect(panel(page).getByRole('radio', { name: 'MP3' })).toBeChecked()
  await expect(panel(page).getByRole('radio', { name: '256 kbps' })).toBeChecked()
  await button(page, 'Choose another file').click()
  await expect(panel(page).getByText('Drop an audio file here')).toBeVisible()
  await upload(page, await audioFile())
  await panel(page).getByText('FLAC', { exact: true }).click()
  await expect(panel(page).getByText(/bitrate does not apply/i)).toBeVisible()
  await expect(panel(page).getByRole('radio', { name: '256 kbps' })).toBeDisabled()
  await button(page, 'Start Over').click()
  await expect(panel(page).getByText('Drop an audio file here')).toBeVisible()
})

test('CONV-10 CONV-12 Audio tab: the converted file downloads immediately', async ({ page }) => {
  await upload(page, await audioFile('Song.wav'))
  await choose(page, 'OGG', '192 kbps')
  const downloading = page.waitForEvent('download')
  await button(page, 'Convert Audio').click()
  await expect(toast(page, 'Success!')).toBeVisible()
  await expect(toast(page, 'Your audio has been converted successfully.')).toBeVisible()
  const download = await downloading
  await expect(overlay(page).getByText('Conversion complete!')).toBeVisible()
  expect(download.suggestedFilename()).toBe('Song.ogg')
  expect(sniffFormat(await readFile(await download.path()))).toBe('ogg')
})

test('HOME-25 HOME-26 HOME-27 HOME-28 HOME-29 extract mode: accepts videos, has its own heading and button; Start Over leaves it', async ({
  page,
}) => {
  await signUpOnPlan(page, 'free')
  await openAudioTab(page)
  await expect(heading(page)).toHaveText('Convert Audio')
  await extract(page)
  const posts: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  await button(page, 'Extract Audio').click()
  await expect(toast(page, 'Please select a video file first')).toBeVisible()
  expect(posts).toEqual([])
  await expect(button(page, 'Convert Audio')).toHaveCount(0)
  await expect(dropInput(page)).toHaveAttribute('accept', 'video/*')
  await expect(panel(page).getByText('Accepts MP4, AVI, MOV, WMV and MKV, up to 200 MB.')).toBeVisible()
  await dropInput(page).setInputFiles(await audioFile())
  await expect(panel(page).getByRole('alert').filter({ hasText: 'song.wav' })).toHaveText(
    '"song.wav" cannot be used here. Please choose a video file.',
  )
  await upload(page, await videoFile())
  await button(page, 'Start Over').click()
  await expect(heading(page)).toHaveText('Convert Audio')
  await expect(button(page, 'Convert Audio')).toBeVisible()
  await expect(dropInput(page)).toHaveAttribute('accept', 'audio/*')
})

test('API-12 extract mode: a reload keeps the mode and the file, and the audio of the video is downloaded', async ({
  page,
}) => {
  await extract(page)
  await upload(page, await videoFile('Concert.mp4'))
  await page.reload()
  await expect(heading(page)).toHaveText('Extract Audio from Video')
  await expect(panel(page).getByText('Files ready to process')).toBeVisible()
  await choose(page, 'M4A', '320 kbps')
  const downloading = page.waitForEvent('download')
  await button(page, 'Extract Audio').click()
  await expect(toast(page, 'Your audio has been converted successfully.')).toBeVisible()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Concert.m4a')
  expect(sniffFormat(await readFile(await download.path()))).toBe('m4a')
})

test('CONV-17 extract mode: a video without audio shows an error', async ({ page }) => {
  await extract(page)
  await upload(page, await silentVideoFile())
  await button(page, 'Extract Audio').click()
  await expect(overlay(page).getByText('Conversion failed', { exact: true })).toBeVisible()
  await expect(toast(page, 'This file has no audio track to extract.')).toBeVisible()
})
