import { parseStoredOptions } from '@filesmith/contract/operations/parse-options'
import type { OperationId } from '@filesmith/contract/operations/registry'
import { expect, test } from 'vitest'
import { cleanFileName, resultFileName, safeFolders } from './uploads.ts'

test.each([
  ['photo.png', 'photo.png'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\cat.jpg', 'cat.jpg'],
  ['a\u0000b\r\nc.png', 'abc.png'],
  ['exe.\u202egnp.jpg', 'exe.gnp.jpg'],
  ['-version;$(touch x).png', '-version;$(touch x).png'],
  ['   ', 'file'],
  ['..', 'file'],
  ['日本語の写真.jpeg', '日本語の写真.jpeg'],
])('cleanFileName: %j becomes %j', (given, expected) => {
  expect(cleanFileName(given)).toBe(expected)
})

test('cleanFileName: truncates a long name and keeps its extension', () => {
  const cut = cleanFileName(`${'x'.repeat(5000)}.jpeg`)
  expect(cut).toHaveLength(200)
  expect(cut.endsWith('x.jpeg')).toBe(true)
})

test.each([
  [`${'😀'.repeat(150)}.png`, 'truncated inside a surrogate pair'],
  ['half \ud83d.png', 'with a lone surrogate'],
])('cleanFileName: case %# is well-formed Unicode: %s', given => {
  expect(() => encodeURIComponent(cleanFileName(given))).not.toThrow()
  expect(cleanFileName(given).endsWith('.png')).toBe(true)
})

test.each([
  ['photo.png', 'webp', 'photo.webp'],
  ['archive.tar.gz', 'zip', 'archive.tar.zip'],
  ['noextension', 'jpg', 'noextension.jpg'],
  ['.png', 'jpg', 'file.jpg'],
])('resultFileName: %s as %s becomes %s', (original, extension, expected) => {
  expect(resultFileName(original, extension)).toBe(expected)
})

test.each<[OperationId, object, string, string, string]>([
  [
    'translate-document',
    { sourceLanguage: 'en', targetLanguage: 'es' },
    'letter.docx',
    'docx',
    'letter.es.docx',
  ],
  ['add-subtitles', { subtitles: '1' }, 'talk.mov', 'mp4', 'talk-subtitled.mp4'],
  ['edit-image', { outputFormat: 'avif' }, 'photo.heic', 'avif', 'photo-edited.avif'],
  ['edit-audio', { outputFormat: 'mp3' }, 'song.mp3', 'mp3', 'song-edited.mp3'],
  ['resize-image', { width: 10 }, 'photo.jpg', 'jpg', 'photo-resized.jpg'],
  ['extract-video-text', {}, 'talk.mp4', 'txt', 'talk_transcript.txt'],
  ['convert-image', { outputFormat: 'jpg', page: 3 }, 'scan.tiff', 'jpg', 'scan-page-3.jpg'],
  ['convert-image', { outputFormat: 'jpg' }, 'scan.tiff', 'jpg', 'scan.jpg'],
])('resultFileName: names what %s did', (operation, options, original, extension, expected) => {
  const { nameSuffix } = parseStoredOptions(operation, options)
  expect(resultFileName(original, extension, nameSuffix)).toBe(expected)
})

test.each([
  ['photo.png', []],
  ['trip/day 1/a.png', ['trip', 'day 1']],
  ['../../etc/./a.png', ['etc']],
  ['/var//www/a.png', ['var', 'www']],
  ['C:\\Users\\Ada\\a.png', ['C_', 'Users', 'Ada']],
  ['con/aux.d/a?b/trip. /a.png', ['_con', '_aux.d', 'a_b', 'trip_']],
  ['a\u202egnp/b\u0000c/x.png', ['agnp', 'bc']],
])('safeFolders: %j has %j', (path, folders) => {
  expect(safeFolders(path)).toEqual(folders)
})
