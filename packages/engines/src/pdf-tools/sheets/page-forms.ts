/** Turns pages of a document into form XObjects that can be drawn on other pages, without reading their content. */
import { readQpdfObjects } from '../qpdf/pdf-document.ts'
import type { IndirectObject } from '../qpdf/pdf-value.ts'
import type { PdfPage, PdfPages } from '../qpdf/read-pages.ts'

export interface PageForms {
  /** By the index of the page; undefined for a page without content. */
  readonly references: readonly (string | undefined)[]
  readonly changes: Map<string, IndirectObject>
  readonly lastId: number
}

/** Of a document whose pages have one content stream each. */
export async function pageForms(path: string, { pages, maxId }: PdfPages): Promise<PageForms> {
  const contentOf = ({ contents }: PdfPage) => contents[0]
  const streams = pages.flatMap(page => contentOf(page) ?? [])
  // A stream that several pages share becomes a form for each of their resources and boxes.
  const shared = [...new Set(streams.filter((stream, index) => streams.indexOf(stream) !== index))]
  const [{ objects }, copies] = await Promise.all([
    readQpdfObjects(path, [...new Set(streams)]),
    shared.length === 0
      ? undefined
      : readQpdfObjects(path, shared, ['--decode-level=none', '--json-stream-data=inline']),
  ])
  const changes = new Map<string, IndirectObject>()
  let lastId = maxId
  const known = new Map<string, string>()
  const references = pages.map(page => {
    const content = contentOf(page)
    if (content === undefined) return undefined
    const copy = copies?.objects.get(content)?.stream
    const { '/Length': _, ...dict } = objects.get(content)?.stream?.dict ?? {}
    const form = { ...dict, ...formDict(page) }
    const key = `${content} ${JSON.stringify(form)}`
    const same = known.get(key)
    if (same !== undefined) return same
    const reference = copy === undefined ? content : `${++lastId} 0 R`
    known.set(key, reference)
    changes.set(reference, { stream: { dict: form, ...(copy?.data !== undefined && { data: copy.data }) } })
    return reference
  })
  return { references, changes, lastId }
}

function formDict({ cropBox, resources, dict: { '/Group': group } }: PdfPage) {
  return {
    '/Type': '/XObject',
    '/Subtype': '/Form',
    '/BBox': [...cropBox],
    '/Resources': resources,
    ...(group !== undefined && { '/Group': group }),
  }
}
