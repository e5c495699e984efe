import { homeAudio } from '@filesmith/contract/tools/home-audio'
import { beforeEach, expect, test } from 'vitest'
import { savedOptions } from './conversion-options.ts'
import { hasSavedWork, moveUpload, readSavedWork, saveWork } from './saved-work.ts'

const upload = { id: 'u1', fileName: 'song.wav', sizeBytes: 10 }

beforeEach(() => localStorage.clear())

test('saveWork: stores the state of each tool separately', () => {
  saveWork('home-extract', { upload })
  expect(hasSavedWork('home-extract')).toBe(true)
  expect(hasSavedWork('home-audio')).toBe(false)
})

test('savedOptions: restores the options of a saved file', () => {
  saveWork(homeAudio.id, { upload })
  saveWork(homeAudio.id, { options: { outputFormat: 'flac', quality: '128' } })
  expect(savedOptions(homeAudio)).toEqual({ outputFormat: 'flac', quality: '128' })
})

test('savedOptions: falls back to defaults for options the tool does not offer', () => {
  saveWork(homeAudio.id, { upload, options: { outputFormat: 'midi', quality: '9000' } })
  expect(savedOptions(homeAudio)).toEqual({ outputFormat: 'mp3', quality: '256' })
})

test('saveWork: stores nothing when there are only options', () => {
  saveWork(homeAudio.id, { options: { outputFormat: 'flac', quality: '128' } })
  expect(hasSavedWork(homeAudio.id)).toBe(false)
  expect(localStorage).toHaveLength(0)
})

test('readSavedWork: ignores invalid stored data', () => {
  localStorage.setItem('filesmith.work.home-audio', '{"upload":7}')
  expect(readSavedWork('home-audio')).toEqual({})
})

test('moveUpload: moves the upload to another tool and clears the first one', () => {
  saveWork('home-audio', { upload, options: { outputFormat: 'flac', quality: '128' } })
  moveUpload('home-audio', 'home-extract')
  expect(readSavedWork('home-audio')).toEqual({})
  expect(readSavedWork('home-extract')).toEqual({ upload })
})
