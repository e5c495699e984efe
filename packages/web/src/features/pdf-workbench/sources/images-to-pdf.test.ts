import { expect, test } from 'vitest'
import { groupPicked } from './group-picked.ts'
import { imagesToPdfs, readJpegHeader, readPdfImage } from './images-to-pdf.ts'

/** A JPEG with an EXIF orientation and a frame header, but without image data. */
function jpegOf({
  orientation = 1,
  components = 3,
  width = 1200,
  height = 800,
} = {}): Uint8Array<ArrayBuffer> {
  const word = (value: number) => [value >> 8, value & 255]
  const exif = [
    ...[0x45, 0x78, 0x69, 0x66, 0, 0],
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8],
    ...word(1),
    ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, ...word(orientation), 0, 0],
  ]
  return new Uint8Array([
    ...[0xff, 0xd8],
    ...[0xff, 0xe1, ...word(exif.length + 2), ...exif],
    ...[0xff, 0xc0, ...word(8), 8, ...word(height), ...word(width), components],
    ...[0xff, 0xd9],
  ])
}

test('readJpegHeader: size, components and orientation', () => {
  expect(readJpegHeader(jpegOf({ orientation: 6 }))).toEqual({
    widthPx: 1200,
    heightPx: 800,
    components: 3,
    orientation: 6,
  })
  expect(readJpegHeader(new Uint8Array([1, 2, 3, 4]))).toBeUndefined()
  expect(readJpegHeader(jpegOf().slice(0, 20))).toBeUndefined()
})

test('images: a rotated JPEG keeps its data and becomes an upright page of at most A4', async () => {
  const image = await readPdfImage(new Blob([jpegOf({ orientation: 6 })]))
  expect(image).toMatchObject({ rotation: 90, pixels: { kind: 'jpeg', isGray: false } })
  const [pdf] = imagesToPdfs(image ? [image, image] : [])
  const text = await pdf?.text()
  expect(text?.match(/\/Type\/Page\/.*MediaBox\[0 0 842 561.33\]\/Rotate 90/g)).toHaveLength(2)
  expect(text).toContain('/DCTDecode')
  expect(text).toContain('/Count 2')
})

test('images: the cross-reference table leads to every object', async () => {
  const image = await readPdfImage(new Blob([jpegOf()]))
  const [pdf] = imagesToPdfs(image ? [image] : [])
  const bytes = new Uint8Array((await pdf?.arrayBuffer()) ?? [])
  const text = new TextDecoder('latin1').decode(bytes)
  const offsets = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset))
  expect(offsets.map(offset => text.slice(offset, offset + 7))).toEqual(
    [1, 2, 3, 4, 5].map(number => `${number} 0 obj`),
  )
  expect(Number(/startxref\n(\d+)/.exec(text)?.[1])).toBe(text.indexOf('xref\n0 '))
})

test('images: large ones begin another PDF', () => {
  const image = {
    widthPx: 10,
    heightPx: 10,
    rotation: 0,
    pixels: { kind: 'jpeg', data: new Uint8Array(25 * 1024 * 1024), isGray: false },
  } as const
  expect(imagesToPdfs([image, image, image])).toHaveLength(3)
})

test('groupPicked: images that follow each other are one document', () => {
  const file = (name: string, type = '') => new File(['x'], name, { type })
  const groups = groupPicked([
    file('a.pdf'),
    file('1.jpg', 'image/jpeg'),
    file('2.heic'),
    file('b.docx'),
    file('3.png', 'image/png'),
    file('table.XLSX'),
    file('slides.odp'),
    file('rows.csv'),
    file('read.md'),
    file('book.epub'),
    file('notes.zip'),
    file('song.mp3'),
  ])
  expect(groups.map(({ kind, name, files }) => [kind, name, files.length])).toEqual([
    ['pdf', 'a', 1],
    ['images', 'Images', 2],
    ['document', 'b', 1],
    ['images', '3', 1],
    ['document', 'table', 1],
    ['document', 'slides', 1],
    ['document', 'rows', 1],
    ['document', 'read', 1],
    ['document', 'book', 1],
  ])
})
