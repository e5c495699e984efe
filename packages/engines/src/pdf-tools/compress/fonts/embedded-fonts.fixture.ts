/** A PDF with whole embedded fonts of several kinds. */
import { readFile } from 'node:fs/promises'
import fontkit from '@cantoo/fontkit'
import { PDFDocument, type PDFPage } from '@cantoo/pdf-lib'

const liberation = '/usr/share/fonts/truetype/liberation2'
const cjk = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'

/**
 * Page 1 has TrueType with two-byte codes and a form field, page 2 TrueType with one-byte codes, page 3 CFF with two-byte
 * codes, page 4 other characters of that font.
 */
export async function pdfWithWholeFonts(): Promise<Buffer> {
  const document = await PDFDocument.create()
  document.registerFontkit(fontkit)
  const sans = await document.embedFont(await readFile(`${liberation}/LiberationSans-Regular.ttf`))
  const first = document.addPage([300, 200])
  first.drawText('Quartz fjords, Ελλάδα', { x: 20, y: 150, size: 18, font: sans })
  const serif = await document.embedFont(await readFile(`${liberation}/LiberationSerif-Regular.ttf`))
  const field = document.getForm().createTextField('name')
  field.addToPage(first, { x: 20, y: 40, width: 200, height: 24, font: serif })
  field.setText('Ada')
  field.updateAppearances(serif)

  const mono = await readFile(`${liberation}/LiberationMono-Regular.ttf`)
  drawSimple(document, document.addPage([300, 200]), mono)

  const chinese = await document.embedFont(await readFile(cjk), {
    subset: true,
    postscriptName: 'NotoSansCJKsc-Regular',
  })
  document.addPage([300, 200]).drawText('秘密 ABC', { x: 20, y: 100, size: 24, font: chinese })
  const others = '漢字仮名交文書變換壓縮頁面編輯註釋簽名表單列印檔案圖像'
  document.addPage([800, 200]).drawText(others, { x: 20, y: 100, size: 24, font: chinese })
  return Buffer.from(await document.save({ useObjectStreams: false }))
}

/** Code 65 shows é by its name. */
function drawSimple(document: PDFDocument, page: PDFPage, data: Buffer): void {
  const { context } = document
  const descriptor = context.obj({
    Type: 'FontDescriptor',
    FontName: 'LiberationMono',
    Flags: 32,
    FontBBox: [-24, -300, 608, 1000],
    ItalicAngle: 0,
    Ascent: 833,
    Descent: -300,
    CapHeight: 700,
    StemV: 80,
    FontFile2: context.register(context.flateStream(data, { Length1: data.length })),
  })
  const font = context.obj({
    Type: 'Font',
    Subtype: 'TrueType',
    BaseFont: 'LiberationMono',
    FirstChar: 32,
    LastChar: 126,
    Widths: Array<number>(95).fill(600),
    FontDescriptor: context.register(descriptor),
    Encoding: { Type: 'Encoding', BaseEncoding: 'WinAnsiEncoding', Differences: [65, 'eacute'] },
  })
  const name = page.node.newFontDictionary('Mono', context.register(font))
  page.node.addContentStream(context.register(context.stream(`BT ${name} 18 Tf 20 100 Td (Mono cafA) Tj ET`)))
}
