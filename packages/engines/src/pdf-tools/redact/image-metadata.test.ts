import sharp from 'sharp'
import { expect, test } from 'vitest'
import { stripMetadataBoxes, stripMetadataSegments } from './image-metadata.ts'

const create = { width: 24, height: 16, channels: 3, background: '#808080' } as const

test('stripMetadataSegments: texts, profiles, thumbnails and what follows the end, but no pixel', async () => {
  const jpeg = await sharp({ create, failOn: 'none' }).jpeg({ progressive: true }).toBuffer()
  const segment = (marker: number, text: string) =>
    Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text, 'latin1')])
  const thumbnail = segment(0xe0, `JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01abc`)
  const parts = [
    jpeg.subarray(0, 2),
    thumbnail,
    segment(0xfe, 'comment'),
    segment(0xe1, 'Exif'),
    segment(0xe2, 'ICC'),
  ]
  const stripped = stripMetadataSegments(
    Buffer.concat([...parts, jpeg.subarray(2), Buffer.from('after the end')]),
  )
  for (const text of ['abc', 'comment', 'Exif', 'ICC', 'after']) expect(stripped?.includes(text)).toBe(false)
  const pixels = (image: Buffer | undefined) => sharp(image).raw().toBuffer()
  expect(await pixels(stripped)).toEqual(await pixels(jpeg))
  expect(stripMetadataSegments(stripped ?? Buffer.alloc(0))).toBeUndefined()
})

test('stripMetadataSegments: a stream that was cut off keeps what it has of the pixels', async () => {
  const jpeg = await sharp({ create }).jpeg().toBuffer()
  const cut = jpeg.subarray(0, jpeg.length - 5)
  const comment = Buffer.from('\xff\xfe\0\x09comment', 'latin1')
  const commented = Buffer.concat([cut.subarray(0, 2), comment, cut.subarray(2)])
  expect(stripMetadataSegments(commented)).toEqual(stripMetadataSegments(cut) ?? cut)
  expect(stripMetadataSegments(Buffer.from('no image'))).toBeUndefined()
})

test('stripMetadataBoxes: texts of JPEG 2000', () => {
  const box = (type: string, data: string) => {
    const header = Buffer.alloc(8)
    header.writeUInt32BE(8 + data.length)
    header.write(type, 4, 'latin1')
    return Buffer.concat([header, Buffer.from(data, 'latin1')])
  }
  const [start, code] = [box('jP  ', '\r\n\x87\n'), box('jp2c', 'code')]
  const image = Buffer.concat([start, box('xml ', '<a/>'), box('uuid', 'Exif'), code])
  expect(stripMetadataBoxes(image)).toEqual(Buffer.concat([start, code]))
  expect(stripMetadataBoxes(Buffer.concat([start, code]))).toBeUndefined()
})
