import type { MediaDetails } from '@filesmith/contract/schemas/media'
import { homeAudio } from '@filesmith/contract/tools/home-audio'
import { homeExtract } from '@filesmith/contract/tools/home-extract'
import { homeImage } from '@filesmith/contract/tools/home-image'
import { homeVideo } from '@filesmith/contract/tools/home-video'
import { expect, test } from 'vitest'
import { sampleAudio, sampleVideo } from './media.fixture.ts'
import { isQualityUsed, qualityNote } from './options-panel.tsx'

function videoOf(width: number, height: number): MediaDetails {
  return { ...sampleVideo, video: { codec: 'H.264', width, height, framesPerSecond: 25, isHdr: false } }
}

function audioOf(bitrateKbps: number | null, isLossless = false): MediaDetails {
  return {
    ...sampleAudio,
    audio: { codec: 'MP3', channels: 2, sampleRateHz: 44_100, bitrateKbps, isLossless },
  }
}

test.each(['wav', 'flac'] as const)('qualityNote: says that the bitrate is not used for %s', outputFormat => {
  for (const tool of [homeAudio, homeExtract]) {
    expect(isQualityUsed(tool, outputFormat)).toBe(false)
    expect(qualityNote(tool, { outputFormat, quality: '320' }, sampleAudio)).toBe(
      'Lossless: bitrate does not apply.',
    )
  }
})

test.each([
  ['unknown', undefined, 'Never higher than the original bitrate.'],
  ['not reported', audioOf(null), 'Never higher than the original bitrate.'],
  ['of a lossless file', audioOf(1411, true), 'Never higher than the original bitrate.'],
  ['known', audioOf(127.8), 'Never higher than the original bitrate: 128\u00a0kbps.'],
  ['very low', audioOf(12.2), 'The original has only 12\u00a0kbps. A higher bitrate will not improve it.'],
])('qualityNote: lossy format with a bitrate %s', (_what, media, note) => {
  expect(isQualityUsed(homeAudio, 'mp3')).toBe(true)
  expect(qualityNote(homeAudio, { outputFormat: 'mp3', quality: '256' }, media)).toBe(note)
})

const ownSize = (size: string) => `This video keeps its size of ${size}.`
const general = 'Smaller videos keep their size.'

test.each([
  ['720p', 640, 360, ownSize('640\u00a0×\u00a0360')],
  ['720p', 1280, 720, ownSize('1280\u00a0×\u00a0720')],
  ['720p', 720, 1280, ownSize('720\u00a0×\u00a01280')],
  ['720p', 1282, 720, general],
  ['480p', 854, 480, ownSize('854\u00a0×\u00a0480')],
  ['360p', 1080, 1920, general],
  ['1080p', 1920, 800, ownSize('1920\u00a0×\u00a0800')],
])('qualityNote: at %s for a video of %d by %d pixels', (quality, width, height, note) => {
  expect(qualityNote(homeVideo, { outputFormat: 'mp4', quality }, videoOf(width, height))).toBe(note)
})

test('qualityNote: general note for a video of unknown size, none for an image', () => {
  expect(qualityNote(homeVideo, { outputFormat: 'mp4', quality: '720p' }, undefined)).toBe(general)
  expect(qualityNote(homeImage, { outputFormat: 'png', quality: 'low' }, undefined)).toBeUndefined()
})
