import { expect, test } from 'vitest'
import { imagesOfText } from './packed-text.ts'

const paths = new Set([
  'guide/text/a.md',
  'guide/text/map.png',
  'guide/images/two words (1).jpg',
  'guide/images/logo.svg',
  'guide/images/unused.png',
  'guide/notes.pdf',
])

test.each<[string, string, string[]]>([
  ['an image beside the text', '![Map](map.png)', ['guide/text/map.png']],
  ['a title, and the same image twice', '![](./map.png "The bay") ![](map.png)', ['guide/text/map.png']],
  ['another folder, encoded', '![](../images/two%20words%20(1).jpg)', ['guide/images/two words (1).jpg']],
  ['angle brackets', '![x](<../images/two words (1).jpg>)', ['guide/images/two words (1).jpg']],
  ['a reference', 'See ![the logo][logo].\n\n[logo]: ../images/logo.svg "x"\n', ['guide/images/logo.svg']],
  ['HTML', '<p><img width=3 src="../images/logo.svg" alt></p>', ['guide/images/logo.svg']],
  ['what is not there', '![](missing.png) ![](100%.png)', []],
  ['other schemes, hosts and absolute paths', '![](https://x/map.png) ![](//x/map.png) ![](/map.png)', []],
  ['above the first folder', '![](../../../guide/text/map.png)', []],
  ['other files, and links', '![](../notes.pdf) [map](map.png)', []],
])('imagesOfText: %s', (_, text, images) => {
  expect(imagesOfText(text, 'guide/text/a.md', paths)).toEqual(images)
})
