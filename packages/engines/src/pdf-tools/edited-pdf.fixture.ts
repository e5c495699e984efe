/** A PDF with pages of every orientation, links, bookmarks, a form and tags, and where there is ink on rendered pages. */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { degrees, PDFDocument, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib'
import { z } from 'zod'
import { openForRendering, renderPage } from '../pdf/render/render-page.ts'

export * as pdfLib from '@cantoo/pdf-lib'

const run = promisify(execFile)

/** Size of every page as it is seen. */
export const seenSizes = [
  { width: 400, height: 600 },
  { width: 600, height: 400 },
  { width: 300, height: 450 },
  { width: 450, height: 300 },
]

/** Upright; rotated by 90; rotated by 180 with a CropBox away from the corner; by 270 with that and a smaller TrimBox. */
export async function writeOrientedPdf(folder: string, name = 'oriented.pdf'): Promise<string> {
  const document = await PDFDocument.create()
  for (const rotation of [0, 90, 180, 270]) {
    const page = document.addPage([400, 600])
    page.setRotation(degrees(rotation))
    if (rotation >= 180) page.setCropBox(50, 75, 300, 450)
    if (rotation === 270) page.setTrimBox(100, 150, 100, 100)
    page.drawText(`Page ${document.getPageCount()}`, { x: 150, y: 300 })
  }
  addStructure(document)
  const path = join(folder, name)
  await writeCompressed(document, path)
  return path
}

/** With pages, catalog and information in object streams, as most programs write them. */
export async function writeCompressed(document: PDFDocument, path: string): Promise<void> {
  await writeFile(`${path}.plain`, await document.save())
  await run('/usr/bin/qpdf', ['--object-streams=generate', `${path}.plain`, path])
}

function addStructure(document: PDFDocument): void {
  const { context, catalog } = document
  const [first, second] = document.getPages()
  if (first === undefined || second === undefined) throw new Error('two pages are needed')
  const link = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [0, 0, 50, 50],
      Border: [0, 0, 0],
      A: { Type: 'Action', S: 'URI', URI: PDFString.of('https://example.com/') },
    }),
  )
  first.node.addAnnot(link)
  const field = document.getForm().createTextField('name')
  field.setText('Ada')
  field.addToPage(first, { x: 60, y: 60, width: 100, height: 20, borderWidth: 0 })
  const outlines = context.nextRef()
  const item = context.obj({
    Title: PDFString.of('Second'),
    Parent: outlines,
    Dest: [second.ref, PDFName.of('Fit')],
  })
  const itemReference = context.register(item)
  context.assign(
    outlines,
    context.obj({ Type: 'Outlines', First: itemReference, Last: itemReference, Count: 1 }),
  )
  catalog.set(PDFName.of('Outlines'), outlines)
  const paragraph = context.obj({ Type: 'StructElem', S: 'P', Pg: first.ref, K: 0 })
  catalog.set(
    PDFName.of('StructTreeRoot'),
    context.register(context.obj({ Type: 'StructTreeRoot', K: context.register(paragraph) })),
  )
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }))
  first.node.set(PDFName.of('StructParents'), PDFNumber.of(0))
}

const structureSchema = z.object({
  acroform: z.object({ fields: z.array(z.object({ fullname: z.string(), value: z.string() })) }),
  outlines: z.array(z.object({ title: z.string(), destpageposfrom1: z.number() })),
})

/** Links, bookmarks, form fields and tags of a document. */
export async function structureOf(path: string) {
  const { stdout } = await run('/usr/bin/qpdf', [
    path,
    '--json=2',
    '--json-key=acroform',
    '--json-key=outlines',
  ])
  const parsed = structureSchema.parse(JSON.parse(stdout))
  const document = await PDFDocument.load(await readFile(path))
  const links = document.getPages().map(page => {
    const annotations = page.node.Annots()
    return (annotations?.asArray() ?? []).flatMap(reference =>
      String(document.context.lookup(reference)).includes('/Link') ? [page.node.get(PDFName.of('Type'))] : [],
    ).length
  })
  const { catalog } = document
  const tags = document.context.lookup(catalog.get(PDFName.of('StructTreeRoot')))
  return {
    ...parsed,
    links,
    hasTags: String(tags).includes('/StructTreeRoot'),
    isMarked: String(catalog.get(PDFName.of('MarkInfo'))).includes('true'),
  }
}

export interface Ink {
  readonly left: number
  readonly right: number
  /** From the top edge. */
  readonly top: number
  readonly bottom: number
  readonly pixels: number
}

/** Bounds of the reddish pixels of a page as it is seen, in points. */
export async function redInk(path: string, pageIndex: number): Promise<Ink | undefined> {
  return inkOf(path, pageIndex, (red, green, blue) => red - Math.max(green, blue) > 40)
}

export async function inkOf(
  path: string,
  pageIndex: number,
  isInk: (red: number, green: number, blue: number) => boolean,
): Promise<Ink | undefined> {
  const document = await openForRendering(await readFile(path), { maxPages: 1000, maxPixels: 1e8 })
  try {
    const image = await renderPage(document.getPage(pageIndex), 72, 1e8)
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
    const found = { left: Infinity, right: 0, top: Infinity, bottom: 0, pixels: 0 }
    for (let pixel = 0; pixel < info.width * info.height; pixel++) {
      const [red = 0, green = 0, blue = 0] = data.subarray(pixel * 3, pixel * 3 + 3)
      if (!isInk(red, green, blue)) continue
      const [x, y] = [pixel % info.width, Math.floor(pixel / info.width)]
      found.left = Math.min(found.left, x)
      found.right = Math.max(found.right, x + 1)
      found.top = Math.min(found.top, y)
      found.bottom = Math.max(found.bottom, y + 1)
      found.pixels++
    }
    return found.pixels === 0 ? undefined : found
  } finally {
    document.destroy()
  }
}
