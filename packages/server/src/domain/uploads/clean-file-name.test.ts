import { expect, test } from 'vitest'
import { cleanFileName, resultFileName } from './clean-file-name.ts'

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
])('the name %j is kept as %j', (given, expected) => {
  expect(cleanFileName(given)).toBe(expected)
})

test('a very long name is cut and keeps its ending', () => {
  const cut = cleanFileName(`${'x'.repeat(5000)}.jpeg`)
  expect(cut).toHaveLength(200)
  expect(cut.endsWith('x.jpeg')).toBe(true)
})

test.each([
  [`${'😀'.repeat(150)}.png`, 'cut through a sign of two halves'],
  ['half \ud83d.png', 'with half a sign in it'],
])('a name %# can be sent: %s', given => {
  expect(() => encodeURIComponent(cleanFileName(given))).not.toThrow()
  expect(cleanFileName(given).endsWith('.png')).toBe(true)
})

test.each([
  ['photo.png', 'webp', 'photo.webp'],
  ['archive.tar.gz', 'zip', 'archive.tar.zip'],
  ['noending', 'jpg', 'noending.jpg'],
  ['.png', 'jpg', 'file.jpg'],
])('the result of %s as %s is called %s', (original, extension, expected) => {
  expect(resultFileName(original, extension)).toBe(expected)
})
