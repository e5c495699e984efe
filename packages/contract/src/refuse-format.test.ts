import { expect, test } from 'vitest'
import type { FormatId } from './formats.ts'
import { convertImage } from './operations/convert-image.ts'
import { refuseFormat } from './refuse-format.ts'

test.for<[string, FormatId, string]>([
  ['holiday.jpg', 'html', 'This is an HTML page, not a JPG.'],
  ['Holiday.JPEG', 'pdf', 'This is a PDF document, not a JPG.'],
  ['photo.svg', 'mp4', 'This is an MP4 video, not an SVG.'],
  ['page.html', 'html', 'This is a HTML file, which is not supported here.'],
  ['no-extension', 'zip', 'This is a ZIP file, which is not supported here.'],
  [
    'list.jpg',
    'playlist',
    'This is a playlist, not a media file. Please choose the video or audio file itself.',
  ],
])('refuseFormat: %s with the content of %s', ([fileName, format, message]) => {
  expect(refuseFormat({ fileName, format }, convertImage.inputs)?.message).toBe(message)
})

test('refuseFormat: accepts content that the operation takes, whatever the name says', () => {
  expect(refuseFormat({ fileName: 'photo.jpg', format: 'png' }, convertImage.inputs)).toBeUndefined()
  expect(refuseFormat({ fileName: 'anything', format: 'html' }, 'any')).toBeUndefined()
})

test('refuseFormat: names a raw photo where only documents are accepted', () => {
  expect(refuseFormat({ fileName: 'photo.tiff', format: 'raw' }, ['pdf'])?.message).toBe(
    'This is a camera RAW photo, not a TIFF.',
  )
  expect(refuseFormat({ fileName: 'photo.nef', format: 'raw' }, ['pdf'])?.message).toBe(
    'This is a camera RAW file, which is not supported here.',
  )
})

test('refuseFormat: audio formats are named by content where only images are accepted', () => {
  expect(refuseFormat({ fileName: 'song.mp3', format: 'wavpack' }, convertImage.inputs)?.message).toBe(
    'This is a WavPack audio file, not an MP3.',
  )
})
