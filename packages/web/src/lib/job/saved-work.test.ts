import { beforeEach, expect, test } from 'vitest'
import { hasSavedWork, moveUpload, readSavedWork, saveWork } from './saved-work.ts'

const upload = { uploadId: 'u1', path: 'song.wav', sizeBytes: 10 }
const options = { outputFormat: 'flac', quality: '128' }
const job = { id: 'c1', statusUrl: '/api/conversions/c1', eventsUrl: '/api/conversions/c1/events' }
const nothing = { files: [], options: {} }
const stored = (toolId: string): unknown =>
  JSON.parse(localStorage.getItem(`filesmith.work.${toolId}`) ?? 'null')

beforeEach(() => localStorage.clear())

test('saveWork: stores the state of each tool separately', () => {
  saveWork('home-extract', { files: [upload] })
  expect(hasSavedWork('home-extract')).toBe(true)
  expect(hasSavedWork('home-audio')).toBe(false)
})

test('saveWork: stores nothing when there are only options', () => {
  saveWork('home-audio', { options })
  expect(hasSavedWork('home-audio')).toBe(false)
  expect(localStorage).toHaveLength(0)
})

test('readSavedWork: ignores invalid stored data', () => {
  localStorage.setItem('filesmith.work.home-audio', '{"upload":7}')
  expect(readSavedWork('home-audio')).toEqual(nothing)
})

test('moveUpload: moves the upload to another tool and clears the first one', () => {
  saveWork('home-audio', { files: [upload], options })
  moveUpload('home-audio', 'home-extract')
  expect(readSavedWork('home-audio')).toEqual(nothing)
  expect(readSavedWork('home-extract')).toMatchObject({ files: [upload], options: {} })
})

test('readSavedWork: upgrades the upload of a converter written by the previous version', () => {
  const upload1 = { id: 'u1', fileName: 'song.wav', sizeBytes: 10 }
  localStorage.setItem('filesmith.work.home-audio', JSON.stringify({ upload: upload1, options, job }))
  const upgraded = { files: [upload], options, job }
  expect(readSavedWork('home-audio')).toEqual(upgraded)
  expect(stored('home-audio')).toEqual({ version: 2, ...upgraded })
  expect(readSavedWork('home-audio')).toMatchObject(upgraded)
})

test('readSavedWork: upgrades a file list written by the previous version', () => {
  const files = [{ ...upload, modifiedAt: '2026-01-01T00:00:00.000Z' }]
  localStorage.setItem('filesmith.work.gif', JSON.stringify({ files, options: { fps: 12 }, job }))
  expect(readSavedWork('gif')).toEqual({ files, options: { fps: 12 }, job })
  expect(stored('gif')).toEqual({ version: 2, files, options: { fps: 12 }, job })
})

test('readSavedWork: resumes a job of the previous version whose files are gone', () => {
  localStorage.setItem('filesmith.work.ocr', JSON.stringify({ job }))
  expect(readSavedWork('ocr')).toEqual({ ...nothing, job })
  expect(hasSavedWork('ocr')).toBe(true)
})

test('readSavedWork: ignores work of a later version', () => {
  localStorage.setItem('filesmith.work.gif', JSON.stringify({ version: 3, files: [upload], options: {} }))
  expect(readSavedWork('gif')).toEqual(nothing)
})

test('saveWork: keeps nothing for tools without an id', () => {
  saveWork(undefined, { files: [upload], job })
  expect(readSavedWork(undefined)).toEqual(nothing)
  expect(localStorage).toHaveLength(0)
})
