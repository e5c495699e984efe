/** Finds words in the appearances of annotations, also of hidden ones: each becomes a form XObject of an extra page. */
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type PdfDict, type PdfValue, referenceTo } from '../qpdf/pdf-value.ts'
import { annotationsOf, appearancesOf } from './clean-annotations.ts'
import type { EditedDocument } from './edited-document.ts'
import { findInGlyphs } from './find-glyphs.ts'
import { type PageEvent, type PlacedGlyph, readPageEvents } from './page-events.ts'
import type { TextSearch } from './search-text.ts'

export interface AnnotationTexts {
  /** Annotations that show a word. `source` is the written document. */
  search(source: PDFDocumentProxy, search: TextSearch): Promise<ReadonlySet<PdfDict>>
}

/** Writes the document with the extra pages. */
export async function writeAnnotationTexts(
  document: EditedDocument,
  path: string,
  aside: ReadonlySet<number>,
): Promise<AnnotationTexts> {
  const { pages, catalog } = document
  /** Owners of the forms of each extra page. */
  const owners: PdfDict[][] = []
  const extraPages: string[] = []
  for (const page of pages) {
    const shown = annotationsOf(document, page).flatMap(annotation =>
      appearancesOf(document, annotation).map(stream => ({ annotation, stream })),
    )
    if (shown.length === 0) continue
    const objects: PdfDict = {}
    for (const [index, { stream }] of shown.entries()) {
      stream.dict['/Subtype'] = '/Form'
      objects[`/A${index}`] = referenceTo(stream.number)
    }
    const form = document.dictionary(catalog['/AcroForm'])
    const content = shown.map((_, index) => `/A${index} Do`).join('\n')
    extraPages.push(
      document.add({
        '/Type': '/Page',
        '/Parent': catalog['/Pages'] ?? null,
        '/MediaBox': [0, 0, 100, 100],
        '/Resources': { ...document.dictionary(form?.['/DR']), '/XObject': objects },
        '/Contents': document.addStream({}, content),
      }),
    )
    owners.push(shown.map(({ annotation }) => annotation))
  }
  await writeWithPages(document, extraPages, path, aside)
  return { search: (source, search) => searchPages(source, search, pages.length, owners) }
}

async function writeWithPages(
  document: EditedDocument,
  extraPages: readonly string[],
  path: string,
  aside: ReadonlySet<number>,
): Promise<void> {
  const root = document.dictionary(document.catalog['/Pages']) ?? {}
  const given: PdfValue = root['/Kids'] ?? []
  const count = document.pages.length
  root['/Kids'] = [...document.array(given), ...extraPages]
  root['/Count'] = count + extraPages.length
  await document.write(path, aside)
  root['/Kids'] = given
  root['/Count'] = count
}

async function searchPages(
  source: PDFDocumentProxy,
  search: TextSearch,
  pageCount: number,
  extraPages: readonly (readonly PdfDict[])[],
): Promise<ReadonlySet<PdfDict>> {
  const found = new Set<PdfDict>()
  for (const [index, owners] of extraPages.entries()) {
    const page = await source.getPage(pageCount + index + 1)
    const forms = topForms(await readPageEvents(page, () => true))
    page.cleanup()
    for (const [number, owner] of owners.entries()) {
      const glyphs = forms[number]
      // A form that cannot be read may show anything.
      const isUnread = forms.length !== owners.length
      if (isUnread || glyphs === undefined || findInGlyphs(glyphs, search).length > 0) found.add(owner)
    }
  }
  return found
}

function topForms(events: readonly PageEvent[]): PlacedGlyph[][] {
  const forms: PlacedGlyph[][] = []
  let depth = 0
  for (const event of events) {
    if (event.kind === 'form-begin' && depth++ === 0) forms.push([])
    if (event.kind === 'form-end') depth--
    if (event.kind === 'show') forms.at(-1)?.push(...event.glyphs)
  }
  return forms
}
