/** Writes a PDF of many photos, each with a line of text, as a stream, because it may be larger than memory. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import sharp from 'sharp'

const [width, height] = [1600, 1000]

export async function writePhotoPdf(path: string, pages: number): Promise<void> {
  const file = createWriteStream(path)
  const offsets: number[] = []
  let written = 0
  const write = async (bytes: Buffer | string) => {
    written += Buffer.byteLength(bytes)
    if (!file.write(bytes)) await once(file, 'drain')
  }
  const object = async (number: number, dictionary: string, stream?: Buffer) => {
    offsets[number] = written
    await write(`${number} 0 obj\n${dictionary}\n`)
    if (stream) {
      await write('stream\n')
      await write(stream)
      await write('\nendstream\n')
    }
    await write('endobj\n')
  }
  const photo = await noise()
  const pageNumber = (index: number) => 4 + index * 3
  const kids = Array.from({ length: pages }, (_, index) => `${pageNumber(index)} 0 R`).join(' ')
  await write('%PDF-1.4\n')
  await object(1, '<< /Type /Catalog /Pages 2 0 R >>')
  await object(2, `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`)
  await object(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  for (let index = 0; index < pages; index++) {
    const number = pageNumber(index)
    const content = Buffer.from(
      `BT /F1 12 Tf 72 780 Td (Photo number ${index + 1} of the album, with a line of text.) Tj ET ` +
        'q 400 0 0 250 72 480 cm /Im Do Q',
    )
    const jpeg = withComment(photo, String(index))
    const size = `/Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8`
    await object(
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${number + 1} 0 R ` +
        `/Resources << /Font << /F1 3 0 R >> /XObject << /Im ${number + 2} 0 R >> >> >>`,
    )
    await object(number + 1, `<< /Length ${content.length} >>`, content)
    await object(
      number + 2,
      `<< /Type /XObject /Subtype /Image ${size} /Filter /DCTDecode /Length ${jpeg.length} >>`,
      jpeg,
    )
  }
  const start = written
  const entries = offsets.slice(1).map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`)
  await write(`xref\n0 ${offsets.length}\n0000000000 65535 f \n${entries.join('')}`)
  await write(`trailer\n<< /Size ${offsets.length} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`)
  file.end()
  await once(file, 'finish')
}

/** Different on every page, because a repeated image would be stored only once. */
function withComment(jpeg: Buffer, text: string): Buffer {
  const comment = Buffer.from([0xff, 0xfe, 0, text.length + 2, ...Buffer.from(text)])
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
}

/** Incompressible. */
function noise(): Promise<Buffer> {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 45 },
    },
  })
    .jpeg({ quality: 88 })
    .toBuffer()
}
