/** Finds words in the appearances of annotations, also of hidden ones: each becomes a form XObject of an extra page. */
import { PDFDict, type PDFDocument, PDFName } from '@cantoo/pdf-lib'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { annotationsOf, appearancesOf } from './clean-annotations.ts'
import { findInGlyphs } from './find-glyphs.ts'
import { type PageEvent, type PlacedGlyph, readPageEvents } from './page-events.ts'
import { dictEntry, latin1Stream, saveOptions } from './pdf-objects.ts'
import type { TextSearch } from './search-text.ts'

export interface AnnotationTexts {
  /** The document with its extra pages. */
  readonly bytes: Uint8Array
  /** Annotations that show a word. */
  search(source: PDFDocumentProxy, search: TextSearch): Promise<ReadonlySet<PDFDict>>
}

export async function readAnnotationTexts(document: PDFDocument): Promise<AnnotationTexts> {
  const pages = document.getPages()
  /** Owners of the forms of each extra page. */
  const extraPages: PDFDict[][] = []
  for (const { node } of pages) {
    const shown = annotationsOf(node).flatMap(annotation =>
      appearancesOf(annotation).map(appearance => ({ annotation, ...appearance })),
    )
    if (shown.length === 0) continue
    const objects = PDFDict.withContext(document.context)
    for (const [index, { ref, stream }] of shown.entries()) {
      stream.dict.set(PDFName.of('Subtype'), PDFName.of('Form'))
      objects.set(PDFName.of(`A${index}`), ref)
    }
    const form = dictEntry(document.catalog, 'AcroForm')
    const resources =
      (form && dictEntry(form, 'DR'))?.clone(document.context) ?? PDFDict.withContext(document.context)
    resources.set(PDFName.of('XObject'), objects)
    const content = shown.map((_, index) => `/A${index} Do`).join('\n')
    const page = document.addPage([100, 100])
    page.node.set(PDFName.of('Resources'), resources)
    page.node.set(PDFName.of('Contents'), document.context.register(latin1Stream(document.context, content)))
    extraPages.push(shown.map(({ annotation }) => annotation))
  }
  const bytes = await document.save(saveOptions)
  for (const _ of extraPages) document.removePage(document.getPageCount() - 1)
  return { bytes, search: (source, search) => searchPages(source, search, pages.length, extraPages) }
}

async function searchPages(
  source: PDFDocumentProxy,
  search: TextSearch,
  pageCount: number,
  extraPages: readonly (readonly PDFDict[])[],
): Promise<ReadonlySet<PDFDict>> {
  const found = new Set<PDFDict>()
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
