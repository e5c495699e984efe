import type { MediaDetails } from '@filesmith/contract/schemas/media'
import type { UploadDetails } from '@filesmith/contract/schemas/upload-details'
import { homeAudio } from '@filesmith/contract/tools/home-audio'
import { homeExtract } from '@filesmith/contract/tools/home-extract'
import { homeVideo } from '@filesmith/contract/tools/home-video'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { expect, test } from 'vitest'
import { findFileProblem } from './file-problem.ts'
import { sampleAudio, sampleVideo } from './media.fixture.ts'

const detailsOf = (media: MediaDetails | null): UploadDetails => ({
  format: 'mp4',
  media,
  previewUrl: null,
  problem: null,
})
const silent: MediaDetails = { ...sampleVideo, audio: null }

test('findFileProblem: reports a problem found by the server first', () => {
  const problem = { code: 'file-damaged', message: 'This MP4 file is damaged or incomplete.' }
  expect(findFileProblem(homeVideo, { ...detailsOf(null), problem })).toEqual(problem)
})

test.each<[string, ConverterTool, MediaDetails | null, string | undefined]>([
  ['video to convert', homeVideo, sampleVideo, undefined],
  ['video without audio to convert', homeVideo, silent, undefined],
  [
    'audio file on the Video tab',
    homeVideo,
    sampleAudio,
    'This file has audio but no video. Please convert it on the Audio tab.',
  ],
  ['audio to convert', homeAudio, sampleAudio, undefined],
  [
    'video on the Audio tab',
    homeAudio,
    sampleVideo,
    "This file is a video. Choose 'Extract audio from video' instead.",
  ],
  ['video to extract audio from', homeExtract, sampleVideo, undefined],
  ['audio in a video container to extract audio from', homeExtract, sampleAudio, undefined],
  [
    'video without audio to extract audio from',
    homeExtract,
    silent,
    'This file has no audio track to extract.',
  ],
  ['unknown media', homeVideo, null, undefined],
])('findFileProblem: %s', (_what, tool, media, message) => {
  expect(findFileProblem(tool, detailsOf(media))?.message).toBe(message)
})

test('findFileProblem: is undefined before the server has inspected the file', () => {
  expect(findFileProblem(homeVideo, undefined)).toBeUndefined()
})
