/** A PDF with most of what PDF/A forbids, and what can be done about each. */
import { readFile, writeFile } from 'node:fs/promises'
import { AFRelationship, PDFDocument, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { z } from 'zod'

export const attachmentName = 'figures.csv'

/** One page: text in fonts that are not embedded, CMYK, actions, a script, an attachment, a form field, layers. */
export async function writeForbiddenPdf(path: string): Promise<void> {
  const document = await PDFDocument.create()
  const page = document.addPage([400, 600])
  const { context, catalog } = document
  const sans = await document.embedFont(StandardFonts.Helvetica)
  const symbols = await document.embedFont(StandardFonts.ZapfDingbats)
  page.drawText('Größe & “quotes” — 100 €', { x: 40, y: 500, size: 20, font: sans })
  page.drawText('✔', { x: 40, y: 460, size: 20, font: symbols })
  const jpeg = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#e02020' } })
    .toColourspace('cmyk')
    .jpeg()
    .toBuffer()
  const image = await document.embedJpg(jpeg)
  page.drawImage(image, { x: 250, y: 400, width: 80, height: 80 })
  const content = context.stream(
    'q /State gs 0.9 0.1 0.1 0 k 40 380 100 40 re f Q\nq 20 0 0 20 150 380 cm BI /W 1 /H 1 /CS /RGB /BPC 8 /I true ID \xff\0\0 EI Q',
  )
  page.node.addContentStream(context.register(content))
  page.node.setExtGState(PDFName.of('State'), context.obj({ TR: 'Identity', BM: 'Multiply', HTP: [0, 0] }))
  const script = { Type: 'Action', S: 'JavaScript', JS: PDFString.of('app.alert(1)') }
  const annotations = [
    { Subtype: 'Link', Rect: [40, 300, 90, 320], A: { S: 'Launch', F: PDFString.of('a.exe') } },
    {
      Subtype: 'Link',
      Rect: [140, 300, 190, 320],
      A: { S: 'URI', URI: PDFString.of('https://example.com/') },
    },
    {
      Subtype: 'Highlight',
      Rect: [40, 495, 140, 520],
      QuadPoints: [40, 520, 140, 520, 40, 495, 140, 495],
      C: [1, 1, 0],
    },
    { Subtype: 'Sound', Rect: [40, 200, 60, 220] },
    { Subtype: 'Text', Rect: [240, 200, 260, 220], F: 2, Contents: PDFString.of('hidden') },
  ]
  for (const annotation of annotations)
    page.node.addAnnot(context.register(context.obj({ Type: 'Annot', ...annotation })))
  const field = document.getForm().createTextField('name')
  field.setText('Ada')
  field.addToPage(page, { x: 40, y: 100, width: 120, height: 24 })
  document.getForm().acroForm.dict.set(PDFName.of('NeedAppearances'), context.obj(true))
  await document.attach(Buffer.from('a;b\n1;2\n'), attachmentName, {
    mimeType: 'text/csv',
    afRelationship: AFRelationship.Data,
  })
  catalog.set(PDFName.of('OpenAction'), context.obj(script))
  page.node.set(PDFName.of('AA'), context.obj({ O: script }))
  const layer = context.register(context.obj({ Type: 'OCG', Name: PDFString.of('Notes') }))
  catalog.set(
    PDFName.of('OCProperties'),
    context.obj({
      OCGs: [layer],
      D: { Order: [], AS: [{ Event: 'View', Category: ['View'], OCGs: [layer] }] },
    }),
  )
  document.setTitle('Größe & <Tags>')
  document.setAuthor('Ada Lovelace')
  await writeFile(path, await document.save({ useObjectStreams: false }))
}

/** Text in a font of symbols that only its maker has. */
export async function writeNotEmbeddedPdf(path: string): Promise<void> {
  const document = await PDFDocument.create()
  const { context } = document
  const page = document.addPage([200, 200])
  const font = context.obj({ Type: 'Font', Subtype: 'TrueType', BaseFont: 'Wingdings-Regular' })
  page.node.setFontDictionary(PDFName.of('F'), context.register(font))
  page.node.addContentStream(context.register(context.stream('BT /F 20 Tf 20 100 Td (abc) Tj ET')))
  await writeFile(path, await document.save())
}

const reportSchema = z.object({
  isConformant: z.boolean(),
  notice: z.string(),
  changes: z.array(z.string()),
  rules: z.array(
    z.object({ id: z.string(), clause: z.string(), isKept: z.boolean(), findings: z.array(z.string()) }),
  ),
})

export async function readArchiveReport(path: string) {
  return reportSchema.parse(JSON.parse(await readFile(path, 'utf8')))
}
