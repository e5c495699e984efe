import { expect, test } from 'vitest'
import { readEps } from './read-eps.ts'

const eps = (content: string) => Buffer.from(`%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 2 1\n${content}`)
const reader = '{ currentfile buf readhexstring pop } bind'

test('readEps: takes the pixels of a single image', () => {
  const found = readEps(
    eps(`2 1 8\n[2 0 0 -1 0 1]\n${reader}\nfalse 3 colorimage\nff0000\n00FF10\nshowpage\n`),
    100,
  )
  expect(found).toMatchObject({ kind: 'image', pixels: { width: 2, height: 1, channels: 3, readShare: 1 } })
  expect(found?.kind === 'image' && [...found.pixels.data]).toEqual([255, 0, 0, 0, 255, 16])
})

test('readEps: takes the preview of a drawing, whose ones are black', () => {
  const found = readEps(
    eps('%%BeginPreview: 9 1 1 1\n% FF00\n%%EndPreview\n0 0 moveto 1 1 lineto stroke\n'),
    100,
  )
  expect(found?.kind === 'preview' && [...found.pixels.data]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 255])
})

test('readEps: takes the TIFF of a DOS header', () => {
  const file = Buffer.alloc(40, 7)
  file.writeUInt32LE(0xc6d3d0c5, 0)
  file.writeUInt32LE(32, 20)
  file.writeUInt32LE(4, 24)
  expect(readEps(file, 100)).toEqual({ kind: 'tiff', tiff: Buffer.alloc(4, 7) })
})

test.each([
  ['a drawing', '0 0 moveto 9 9 lineto stroke\n'],
  ['a drawing with an image', `0 0 1 1 rectfill fill \n2 1 8 [2 0 0 -1 0 1] ${reader} image\nff00`],
])('readEps: finds no pixels in %s', (_name, content) => {
  expect(readEps(eps(content), 1000)).toBeUndefined()
})

test('readEps: rejects a huge image', () => {
  const content = `99999 99999 8 [2 0 0 -1 0 1] ${reader} image\nff`
  expect(() => readEps(eps(content), 1000)).toThrow('image-too-large')
})
