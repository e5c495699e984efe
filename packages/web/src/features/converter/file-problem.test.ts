import type { MediaDetails } from '@filesmith/contract/schemas/media'
import type { UploadDetails } from '@filesmith/contract/schemas/upload-details'
import { homeAudio } from '@filesmith/contract/tools/home-audio'
import { homeExtract } from '@filesmith/contract/tools/home-extract'
import { homeVideo } from '@filesmith/contract/tools/home-video'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { expect, test } from 'vitest'
import { findFileProblem } from './file-problem.ts'
import { sampleVideo, song } from './media.fixture.ts'

const detailsOf = (media: MediaDetails | null): UploadDetails => ({
  format: 'mp4',
  media,
  previewUrl: null,
  problem: null,
})
const silent: MediaDetails = { ...sampleVideo, audio: null }

test('what the server says is wrong comes first, in its words', () => {
  const problem = { code: 'file-damaged', message: 'This MP4 file is damaged or incomplete.' }
  expect(findFileProblem(homeVideo, { ...detailsOf(null), problem })).toEqual(problem)
})

test.each<[string, ConverterTool, MediaDetails | null, string | undefined]>([
  ['a film to convert', homeVideo, sampleVideo, undefined],
  ['a silent film to convert', homeVideo, silent, undefined],
  [
    'sound alone among films',
    homeVideo,
    song,
    'This file holds sound but no moving picture. Please convert it on the Audio tab.',
  ],
  ['a recording to convert', homeAudio, song, undefined],
  [
    'a film among recordings',
    homeAudio,
    sampleVideo,
    "This file is a video. Choose 'Extract audio from video' to get its sound.",
  ],
  ['a film to extract from', homeExtract, sampleVideo, undefined],
  ['sound in a film’s container to extract from', homeExtract, song, undefined],
  [
    'a silent film to extract from',
    homeExtract,
    silent,
    'This file has no audio track, so there is no sound to take from it.',
  ],
  ['nothing known', homeVideo, null, undefined],
])('%s', (_what, tool, media, message) => {
  expect(findFileProblem(tool, detailsOf(media))?.message).toBe(message)
})

test('before the server has looked nothing is wrong', () => {
  expect(findFileProblem(homeVideo, undefined)).toBeUndefined()
})
