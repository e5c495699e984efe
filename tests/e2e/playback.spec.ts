/** Playback of results in a browser: dimensions, duration and seeking. */
import { expect, type Page, test } from '@playwright/test'
import { audioFile, videoFile } from './files.ts'

interface Played {
  readonly seconds: number
  readonly width: number
  readonly soughtTo: number
}

/** Converts through the API as the visitor of the page, and opens the result in a media element. */
async function convertAndPlay(
  page: Page,
  path: string,
  file: Awaited<ReturnType<typeof videoFile>>,
  fields: Record<string, string>,
): Promise<Played> {
  const reply = await page.request.post(path, { multipart: { file, ...fields }, timeout: 50_000 })
  expect(reply.status()).toBe(200)
  const { downloadUrl } = await reply.json()
  return page.evaluate(async url => {
    const media = document.createElement('video')
    media.muted = true
    media.src = url
    const happened = (event: string) =>
      new Promise<void>((resolve, reject) => {
        media.addEventListener(event, () => resolve(), { once: true })
        media.addEventListener('error', () => reject(new Error(media.error?.message ?? 'cannot play')), {
          once: true,
        })
      })
    await happened('canplay')
    await Promise.all([happened('timeupdate'), media.play()])
    media.pause()
    const sought = happened('seeked')
    media.currentTime = 1.5
    await sought
    return { seconds: media.duration, width: media.videoWidth, soughtTo: media.currentTime }
  }, downloadUrl)
}

test('convert-video: results as mp4, mov and webm play', async ({ page }) => {
  await page.goto('/')
  const video = await videoFile()
  for (const outputFormat of ['mp4', 'mov', 'webm']) {
    const options = { outputFormat, quality: '360p' }
    const played = await convertAndPlay(page, '/api/convert/video', video, options)
    expect(played.seconds, outputFormat).toBeCloseTo(2, 0)
    expect(played, outputFormat).toMatchObject({ width: 320, soughtTo: 1.5 })
  }
})

test('convert-audio: results as mp3, wav, aac, ogg, flac and m4a play', async ({ page }) => {
  await page.goto('/')
  const audio = await audioFile()
  for (const outputFormat of ['mp3', 'wav', 'aac', 'ogg', 'flac', 'm4a']) {
    const options = { outputFormat, quality: '192' }
    const played = await convertAndPlay(page, '/api/convert/audio', audio, options)
    expect(played.seconds, outputFormat).toBeCloseTo(2, 0)
    expect(played, outputFormat).toMatchObject({ width: 0, soughtTo: 1.5 })
  }
})
