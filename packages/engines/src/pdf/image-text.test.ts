import { expect, test } from 'vitest'
import { lineOfText, pageOf } from '../page-layout/fragments.fixture.ts'
import type { PageContent } from '../page-layout/page-content.ts'
import { findUnreadImages, withImageText } from './image-text.ts'

const logo = { left: 100, top: 40, right: 300, bottom: 90, id: 'logo' }
const text = lineOfText('some text of the page', 60, 400)
const page = (number: number, images: PageContent['images'], fragments = text): PageContent => ({
  ...pageOf(number, fragments),
  images,
})
const word = (value: string, line: string, left: number, top: number) => ({
  text: value,
  line,
  left,
  top,
  right: left + 40,
  bottom: top + 10,
  baseline: top + 10,
  size: 10,
})

test('findUnreadImages: leaves out icons, drawings, backgrounds, text layers and decoration', () => {
  const icon = { ...logo, right: 120 }
  const { id: _, ...box } = logo
  expect(findUnreadImages([page(1, [logo, icon, { ...logo, isDrawing: true }])])).toEqual([
    { page: 1, ...box },
  ])
  const over = Array.from({ length: 12 }, () => lineOfText('text over the image', 110, 60)).flat()
  expect(findUnreadImages([page(1, [logo], over)])).toEqual([])
  const layer = lineOfText('scan', 110, 60).map(fragment => ({ ...fragment, isInvisible: true }))
  expect(findUnreadImages([page(1, [logo], layer)])).toEqual([])
  expect(findUnreadImages([1, 2, 3].map(number => page(number, [logo])))).toEqual([])
})

test('withImageText: sets the lines of an image without words that are drawn over it', () => {
  const drawn = lineOfText('drawn', 110, 80)
  const words = [word('Lamp', 'a', 110, 45), word('Works', 'a', 155, 45), word('drawn', 'b', 105, 71)]
  const { images } = withImageText(page(1, [logo], drawn), [{ ...logo, page: 1, words }])
  expect(images[0]?.text).toEqual(['Lamp Works'])
})
