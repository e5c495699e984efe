import { homeAudio } from '@filesmith/contract/tools/home-audio'
import { beforeEach, expect, test } from 'vitest'
import { saveWork } from '../../lib/job/saved-work.ts'
import { savedOptions } from './conversion-options.ts'

const upload = { uploadId: 'u1', path: 'song.wav', sizeBytes: 10 }

beforeEach(() => localStorage.clear())

test('savedOptions: restores the options of a saved file', () => {
  saveWork(homeAudio.id, { files: [upload] })
  saveWork(homeAudio.id, { options: { outputFormat: 'flac', quality: '128' } })
  expect(savedOptions(homeAudio)).toEqual({ outputFormat: 'flac', quality: '128' })
})

test('savedOptions: falls back to defaults for options the tool does not offer', () => {
  saveWork(homeAudio.id, { files: [upload], options: { outputFormat: 'midi', quality: '9000' } })
  expect(savedOptions(homeAudio)).toEqual({ outputFormat: 'mp3', quality: '256' })
})
