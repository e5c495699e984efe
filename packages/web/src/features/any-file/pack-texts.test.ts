import { sniffFormat } from '@filesmith/contract/sniff-format'
import { expect, test } from 'vitest'
import { findTextsWithImages, packText } from './pack-texts.ts'

const pick = (path: string, content: string) => ({
  path,
  file: new File([content], path.split('/').at(-1) ?? '', { lastModified: 5 }),
})
const text = pick('trip/text/Tag ä.md', '# Day\n\n![Sea](../images/sea.png) ![](https://x.org/a.png)')
const image = pick('trip/images/sea.png', 'sea')

test('findTextsWithImages: finds the texts that show picked images, and these', async () => {
  const other = pick('trip/images/other.png', 'other')
  const plain = pick('trip/plain.md', '![](https://x.org/a.png)')
  expect(await findTextsWithImages([text, other, plain, image])).toEqual([{ text, images: [image] }])
  expect(await findTextsWithImages([text, other])).toEqual([])
})

test('packText: makes a Markdown ZIP beside the text, which is recognized by its content', async () => {
  const { path, file } = await packText({ text, images: [image] })
  expect([path, file.name, file.lastModified]).toEqual(['trip/text/Tag ä.textpack', 'Tag ä.textpack', 5])
  const bytes = new Uint8Array(await file.arrayBuffer())
  expect(sniffFormat(bytes, bytes)).toBe('textpack')
  expect(new TextDecoder().decode(bytes)).toContain('trip/images/sea.pngsea')
})
