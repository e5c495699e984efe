/** Documents with fonts and images for tests of redaction. */
import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import fontkit from '@cantoo/fontkit'
import { PDFDocument, PDFRawStream } from '@cantoo/pdf-lib'

/** Its only page has the text in a font with two-byte codes. */
export async function pdfWithTwoByteFont(text: string): Promise<Buffer> {
  const document = await PDFDocument.create()
  document.registerFontkit(fontkit)
  const data = await readFile('/usr/share/fonts/truetype/liberation2/LiberationSans-Regular.ttf')
  const font = await document.embedFont(data, { subset: true })
  document.addPage([300, 200]).drawText(text, { x: 20, y: 100, size: 12, font })
  return Buffer.from(await document.save())
}

export async function firstImageIn(path: string): Promise<Buffer> {
  const document = await PDFDocument.load(await readFile(path))
  for (const [, object] of document.context.enumerateIndirectObjects())
    if (object instanceof PDFRawStream && String(object.dict).includes('/Subtype /Image'))
      return inflateSync(object.contents)
  throw new Error('no image')
}
