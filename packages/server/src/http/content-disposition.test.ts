import { expect, test } from 'vitest'
import { attachmentHeader } from './content-disposition.ts'

test.each([
  ['photo.webp', `attachment; filename="photo.webp"; filename*=UTF-8''photo.webp`],
  ['naïve "x".png', `attachment; filename="na_ve _x_.png"; filename*=UTF-8''na%C3%AFve%20%22x%22.png`],
  ["it's (1)*.gif", `attachment; filename="it's (1)*.gif"; filename*=UTF-8''it%27s%20%281%29%2a.gif`],
])('attachmentHeader: %s', (name, expected) => {
  expect(attachmentHeader(name)).toBe(expected)
})

test('attachmentHeader: a file name cannot inject a header (response splitting)', () => {
  expect(attachmentHeader('a\r\nSet-Cookie: x=1.png')).not.toMatch(/[\r\n]/)
})
