import { expect, test } from 'vitest'
import { downloadFileName } from './pipeline-files.ts'

test.each([
  ['https://a.example/files/photo%20one.heic?x=1', undefined, 'photo one.heic'],
  ['https://a.example/files/100%.png', undefined, '100%.png'],
  ['https://a.example/', undefined, 'file'],
  ['https://a.example/x', 'attachment; filename="my \\"best\\" photo.png"', 'my "best" photo.png'],
  ['https://a.example/x', 'inline; filename=plain.png', 'plain.png'],
  ['https://a.example/x', `attachment; filename="_.png"; filename*=UTF-8''%C3%A4.png`, 'ä.png'],
  ['https://a.example/x.jpg', 'attachment', 'x.jpg'],
])('downloadFileName: %s with %s is %s', (url, disposition, name) => {
  expect(downloadFileName(url, disposition)).toBe(name)
})
