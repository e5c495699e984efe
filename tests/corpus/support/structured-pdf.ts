/** Writes PDFs with every kind of structure: bookmarks, links, named destinations, fields, labels, tags, layers, attachments, threads. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

type Value = null | boolean | number | string | Value[] | { [key: string]: Value }

/** Objects in the JSON form of qpdf, which writes the file of them. */
export class RawPdf {
  readonly #objects: Record<string, object> = {}
  #count = 0

  add(value: Value): string {
    const reference = `${++this.#count} 0 R`
    this.set(reference, value)
    return reference
  }

  set(reference: string, value: Value): void {
    this.#objects[`obj:${reference}`] = { value }
  }

  addStream(text: string, dict: { [key: string]: Value } = {}): string {
    const reference = `${++this.#count} 0 R`
    this.#objects[`obj:${reference}`] = { stream: { dict, data: Buffer.from(text).toString('base64') } }
    return reference
  }

  async write(path: string, trailer: { [key: string]: Value }): Promise<string> {
    const about = { jsonversion: 2, pdfversion: '1.7', pushedinheritedpageresources: false }
    const header = { ...about, calledgetallpages: false, maxobjectid: this.#count }
    const objects = { ...this.#objects, trailer: { value: { ...trailer, '/Size': this.#count + 1 } } }
    await writeFile(
      `${path}.json`,
      JSON.stringify({ version: 2, parameters: { decodelevel: 'none' }, qpdf: [header, objects] }),
    )
    await run('/usr/bin/qpdf', ['--json-input', `${path}.json`, '--compress-streams=n', path])
    return path
  }
}

/**
 * Page n of "A" has the text "A page n" and an image "A image n" from resources that all pages share, a link to the next
 * page, and a link to the destination "end" (the last page). Page 1 has the field "name", page 2 the field "address.city".
 */
export async function writeStructuredPdf(path: string, name: string, pageCount: number): Promise<string> {
  const pdf = new RawPdf()
  const pages = Array.from({ length: pageCount }, () => pdf.add(null))
  const pageAt = (index: number) => pages[index] ?? null
  const tree = pdf.add(null)
  const layers = pages.map((_, index) =>
    pdf.add({ '/Type': '/OCG', '/Name': `u:${name} layer ${index + 1}` }),
  )
  const root = pdf.add(null)
  const section = pdf.add(null)
  const elements = pages.map((page, index) =>
    pdf.add({
      '/Type': '/StructElem',
      '/S': '/Head',
      '/P': section,
      '/Pg': page,
      '/K': [0],
      '/ActualText': `u:${name} tag ${index + 1}`,
    }),
  )
  pdf.set(section, { '/Type': '/StructElem', '/S': '/Sect', '/P': root, '/K': elements })
  pdf.set(root, {
    '/Type': '/StructTreeRoot',
    '/K': [section],
    '/RoleMap': { '/Head': name === 'A' ? '/H1' : '/H2' },
    '/ParentTree': pdf.add({ '/Nums': elements.flatMap((element, index) => [index, [element]]) }),
  })

  const fields = fieldsOf(pdf, name, pages)
  const thread = threadOf(pdf, name, pages)
  const images = Object.fromEntries(
    pages.map((_, index) => [
      `/X${index}`,
      pdf.addStream(`% ${name} image ${index + 1}`, {
        '/Type': '/XObject',
        '/Subtype': '/Form',
        '/BBox': [0, 0, 9, 9],
      }),
    ]),
  )
  const font = pdf.add({ '/Type': '/Font', '/Subtype': '/Type1', '/BaseFont': '/Helvetica' })
  const sharedImages = pdf.add(images)
  for (const [index, page] of pages.entries()) {
    const text = `/Head <</MCID 0>> BDC BT /F 20 Tf 50 700 Td (${name} page ${index + 1}) Tj ET EMC /OC /L BDC /X${index} Do EMC`
    pdf.set(page, {
      '/Type': '/Page',
      '/Parent': tree,
      '/Contents': pdf.addStream(text),
      '/Resources': {
        '/Font': { '/F': font },
        '/XObject': sharedImages,
        '/Properties': { '/L': layers[index] ?? null },
      },
      '/StructParents': index,
      '/B': [thread.beads[index] ?? null],
      '/Annots': [
        ...(index + 1 < pageCount ? [linkTo(pdf, [pageAt(index + 1), '/Fit'])] : []),
        linkTo(pdf, 'u:end'),
        ...(fields.widgets[index] ?? []),
      ],
    })
  }
  pdf.set(tree, {
    '/Type': '/Pages',
    '/Kids': pages,
    '/Count': pageCount,
    '/MediaBox': [0, 0, 300, 800],
  })
  const attachment = pdf.add({
    '/Type': '/Filespec',
    '/F': 'u:notes.txt',
    '/UF': 'u:notes.txt',
    '/EF': { '/F': pdf.addStream(`notes of ${name}`, { '/Type': '/EmbeddedFile' }) },
  })
  const catalog = pdf.add({
    '/Type': '/Catalog',
    '/Pages': tree,
    '/Outlines': outlineOf(pdf, name, pages),
    '/Names': {
      '/Dests': pdf.add({
        '/Names': ['u:end', [pages.at(-1) ?? null, '/Fit'], 'u:start', { '/D': [pageAt(0), '/Fit'] }],
      }),
      '/EmbeddedFiles': pdf.add({ '/Names': ['u:notes.txt', attachment] }),
    },
    '/AcroForm': { '/Fields': fields.roots, '/DA': 'u:/F 10 Tf', '/DR': { '/Font': {} } },
    '/PageLabels': { '/Nums': [0, { '/S': '/r', '/P': `u:${name}-` }] },
    '/StructTreeRoot': root,
    '/MarkInfo': { '/Marked': true },
    '/Lang': name === 'A' ? 'u:en' : 'u:de',
    '/OCProperties': { '/OCGs': layers, '/D': { '/Order': layers, '/OFF': layers.slice(0, 1) } },
    '/Threads': [thread.thread],
    '/Metadata': pdf.addStream(metadataOf(name), { '/Type': '/Metadata', '/Subtype': '/XML' }),
    '/PageMode': '/UseOutlines',
    '/ViewerPreferences': { '/DisplayDocTitle': true },
    '/OpenAction': [pageAt(0), '/Fit'],
  })
  return pdf.write(path, { '/Root': catalog, '/Info': pdf.add({ '/Title': `u:Title of ${name}` }) })
}

function metadataOf(name: string): string {
  const about = `<rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" pdf:Keywords="keywords of ${name}"/>`
  const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${about}</rdf:RDF>`
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/">${rdf}</x:xmpmeta>`
}

function linkTo(pdf: RawPdf, destination: Value): string {
  return pdf.add({
    '/Type': '/Annot',
    '/Subtype': '/Link',
    '/Rect': [0, 0, 10, 10],
    '/A': { '/S': '/GoTo', '/D': destination },
  })
}

/** Each chapter has a section below it, by name for the last page. */
function outlineOf(pdf: RawPdf, name: string, pages: readonly string[]): string {
  const outlines = pdf.add(null)
  const chapters = pages.map(() => pdf.add(null))
  for (const [index, chapter] of chapters.entries()) {
    const isLast = index === pages.length - 1
    const section = pdf.add({
      '/Title': `u:${name} section ${index + 1}`,
      '/Parent': chapter,
      '/Dest': isLast ? 'u:end' : [pages[index] ?? null, '/XYZ', 0, 700, null],
    })
    pdf.set(chapter, {
      '/Title': `u:${name} chapter ${index + 1}`,
      '/Parent': outlines,
      '/A': { '/S': '/GoTo', '/D': [pages[index] ?? null, '/Fit'] },
      '/First': section,
      '/Last': section,
      '/Count': 1,
      ...(index > 0 && { '/Prev': chapters[index - 1] ?? null }),
      ...(!isLast && { '/Next': chapters[index + 1] ?? null }),
    })
  }
  pdf.set(outlines, {
    '/First': chapters[0] ?? null,
    '/Last': chapters.at(-1) ?? null,
    '/Count': 2 * pages.length,
  })
  return outlines
}

function fieldsOf(pdf: RawPdf, name: string, pages: readonly string[]) {
  const widget = (page: number): { [key: string]: Value } => ({
    '/Type': '/Annot',
    '/Subtype': '/Widget',
    '/Rect': [20, 20, 120, 40],
    '/P': pages[page] ?? null,
  })
  const text = { '/FT': '/Tx', '/V': `u:${name} value` }
  const first = pdf.add({ ...widget(0), ...text, '/T': 'u:name' })
  const address = pdf.add(null)
  const city = pdf.add({ ...widget(1), ...text, '/V': `u:${name} city`, '/T': 'u:city', '/Parent': address })
  pdf.set(address, { '/T': 'u:address', '/Kids': [city] })
  return { roots: pages.length > 1 ? [first, address] : [first], widgets: [[first], [city]] }
}

function threadOf(pdf: RawPdf, name: string, pages: readonly string[]) {
  const thread = pdf.add(null)
  const beads = pages.map(() => pdf.add(null))
  for (const [index, bead] of beads.entries())
    pdf.set(bead, {
      '/Type': '/Bead',
      '/T': thread,
      '/P': pages[index] ?? null,
      '/R': [0, 0, 100, 100 + index],
      '/N': beads[(index + 1) % beads.length] ?? null,
      '/V': beads.at(index - 1) ?? null,
    })
  pdf.set(thread, { '/Type': '/Thread', '/F': beads[0] ?? null, '/I': { '/Title': `u:${name} article` } })
  return { thread, beads }
}
