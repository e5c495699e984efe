import { homeAudio } from '@filesmith/contract/tools/home-audio'
import { beforeEach, expect, test } from 'vitest'
import { savedOptions } from './conversion-options.ts'
import { hasSavedWork, moveUpload, readSavedWork, saveWork } from './saved-work.ts'

const upload = { id: 'u1', fileName: 'song.wav', sizeBytes: 10 }

beforeEach(() => localStorage.clear())

test('work is kept for each tool apart', () => {
  saveWork('home-extract', { upload })
  expect(hasSavedWork('home-extract')).toBe(true)
  expect(hasSavedWork('home-audio')).toBe(false)
})

test('the options come back with the file', () => {
  saveWork(homeAudio.id, { upload })
  saveWork(homeAudio.id, { options: { outputFormat: 'flac', quality: '128' } })
  expect(savedOptions(homeAudio)).toEqual({ outputFormat: 'flac', quality: '128' })
})

test('options that the tool does not offer are its defaults', () => {
  saveWork(homeAudio.id, { upload, options: { outputFormat: 'midi', quality: '9000' } })
  expect(savedOptions(homeAudio)).toEqual({ outputFormat: 'mp3', quality: '256' })
})

test('options alone are no work to come back to', () => {
  saveWork(homeAudio.id, { options: { outputFormat: 'flac', quality: '128' } })
  expect(hasSavedWork(homeAudio.id)).toBe(false)
  expect(localStorage).toHaveLength(0)
})

test('what somebody else wrote there is not taken', () => {
  localStorage.setItem('filesmith.work.home-audio', '{"upload":7}')
  expect(readSavedWork('home-audio')).toEqual({})
})

test('an upload moves to another tool, and leaves nothing behind', () => {
  saveWork('home-audio', { upload, options: { outputFormat: 'flac', quality: '128' } })
  moveUpload('home-audio', 'home-extract')
  expect(readSavedWork('home-audio')).toEqual({})
  expect(readSavedWork('home-extract')).toEqual({ upload })
})
