/** Reads the comments and form fields of a redacted page again, with pdf.js. */
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { z } from 'zod'
import { frameOf } from './clean-annotations.ts'
import { type Mark, overlaps } from './mark.ts'

const annotationSchema = z.looseObject({
  subtype: z.string().nullish(),
  /** Infinite for some without points. */
  rect: z.array(z.number().catch(Number.NaN)).nullish(),
  fieldValue: z.unknown().optional(),
})

async function annotationsOn(page: PDFPageProxy) {
  return z.array(annotationSchema).parse(await page.getAnnotations({ intent: 'any' }))
}

export async function annotationsUnder(page: PDFPageProxy, areas: readonly Mark[]): Promise<number> {
  const annotations = await annotationsOn(page)
  return annotations.filter(({ subtype, rect }) => {
    const [left = 0, , , top = 0] = rect ?? []
    // pdf.js gives notes the size of its icon; only their upper left corner is that of the file.
    const box = subtype === 'Text' ? [left, top - 0.1, left + 0.1, top] : rect
    return box != null && areas.some(({ frame }) => overlaps(frame, frameOf(box)))
  }).length
}

/** What readers show or submit; the rest is style. */
const textKeys = [
  ...['fieldName', 'alternativeText', 'fieldValue', 'defaultFieldValue', 'exportValue', 'buttonValue'],
  ...['options', 'contentsObj', 'titleObj', 'url', 'unsafeUrl', 'dest', 'filename', 'textContent'],
]

export async function annotationTexts(page: PDFPageProxy): Promise<string[]> {
  const annotations = await annotationsOn(page)
  return annotations.flatMap(annotation => textKeys.flatMap(key => stringsIn(annotation[key])))
}

/** Comments, and fields with a value. */
export async function annotationCounts(
  page: PDFPageProxy,
): Promise<{ readonly comments: number; readonly values: number }> {
  const annotations = await annotationsOn(page)
  const isFilled = (value: unknown) => stringsIn(value).some(text => text !== '' && text !== 'Off')
  return {
    comments: annotations.filter(({ subtype }) => subtype !== 'Link' && subtype !== 'Widget').length,
    values: annotations.filter(({ fieldValue }) => isFilled(fieldValue)).length,
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  // Directions of writing are of pdf.js.
  return Object.entries(value).flatMap(([key, item]) => (key === 'dir' ? [] : stringsIn(item)))
}
