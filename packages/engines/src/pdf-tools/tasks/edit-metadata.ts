/** Sets or removes metadata: the document information and XMP. */
import { join } from 'node:path'
import type { editPdfMetadata } from '@filesmith/contract/operations/pdf/edit-pdf-metadata'
import type { z } from 'zod'
import { assembleForEditing } from '../assemble/assemble.ts'
import type { PdfReport } from '../job.ts'
import { type Catalog, readCatalog } from '../qpdf/catalog.ts'
import { readQpdfObjects, trailerKey, updateObjects } from '../qpdf/pdf-document.ts'
import {
  dictOf,
  type IndirectObject,
  isDictionary,
  isReference,
  type PdfDict,
  type PdfValue,
  pdfString,
} from '../qpdf/pdf-value.ts'
import { writeResult } from '../qpdf/write-result.ts'
import type { TaskRun } from './task.ts'

/** XMP metadata in step with the document information of a PDF: other properties stay, such as the part of PDF/A. */

interface DocumentFields {
  readonly title?: string
  readonly author?: string
  readonly subject?: string
  readonly keywords?: string
  /** ISO 8601. */
  readonly created?: string
  readonly modified?: string
}

const namespaces =
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"'

const properties: Readonly<
  Record<keyof DocumentFields, { readonly name: string; write(value: string): string }>
> = {
  title: {
    name: 'dc:title',
    write: value => `<rdf:Alt><rdf:li xml:lang="x-default">${value}</rdf:li></rdf:Alt>`,
  },
  author: { name: 'dc:creator', write: value => `<rdf:Seq><rdf:li>${value}</rdf:li></rdf:Seq>` },
  subject: {
    name: 'dc:description',
    write: value => `<rdf:Alt><rdf:li xml:lang="x-default">${value}</rdf:li></rdf:Alt>`,
  },
  keywords: { name: 'pdf:Keywords', write: value => value },
  created: { name: 'xmp:CreateDate', write: value => value },
  modified: { name: 'xmp:ModifyDate', write: value => value },
}
const fieldNames = ['title', 'author', 'subject', 'keywords', 'created', 'modified'] as const

/** Sets the given fields; an empty one is removed. Undefined if the packet cannot be changed. */
export function editXmp(packet: string | undefined, fields: DocumentFields): string | undefined {
  const changed = fieldNames.filter(name => fields[name] !== undefined)
  const written = changed
    .filter(name => fields[name] !== '')
    .map(name => {
      const { name: element, write } = properties[name]
      return `<${element}>${write(escapeXml(fields[name] ?? ''))}</${element}>`
    })
    .join('')
  const description =
    written === '' ? '' : `<rdf:Description rdf:about="" ${namespaces}>${written}</rdf:Description>`
  const base = packet ?? emptyPacket
  if (!base.includes('</rdf:RDF>')) return undefined
  const kept = changed.reduce((text, name) => withoutProperty(text, properties[name].name), base)
  return kept.replace('</rdf:RDF>', () => `${description}</rdf:RDF>`)
}

function escapeXml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
  return text
    .replaceAll(/\p{Cc}|\p{Cs}/gu, ' ')
    .replaceAll(/[&<>]/g, character => entities[character] ?? character)
}

/** As an element, or as an attribute of a description. */
function withoutProperty(packet: string, name: string): string {
  return packet
    .replaceAll(new RegExp(`<${name}(?:\\s[^<>]*)?(?:/>|>[\\s\\S]*?(?:</${name}\\s*>|$))`, 'g'), '')
    .replaceAll(new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g'), '')
}

const emptyPacket = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`

type MetadataOptions = z.output<typeof editPdfMetadata.options>

const infoKeys = {
  title: '/Title',
  author: '/Author',
  subject: '/Subject',
  keywords: '/Keywords',
  created: '/CreationDate',
  modified: '/ModDate',
} as const

/** What programs leave in objects about themselves and their work. */
const metadataKeys = ['/Metadata', '/PieceInfo', '/LastModified']

export async function editMetadata({ job, report }: TaskRun, options: MetadataOptions): Promise<PdfReport> {
  const { path: assembled, warnings } = await assembleForEditing(job, options.pages)
  report(30, 'pages')
  const path = options.clear ? await cleared(job, assembled) : assembled
  const fields = fieldsOf(options)
  const catalog = await readCatalog(path)
  const changes = new Map<string, IndirectObject>()
  const notes = options.clear
    ? [
        'Title, author, dates, XMP metadata and the document id were removed. Metadata inside photos of the pages stays.',
      ]
    : []
  if (Object.keys(fields).length > 0) {
    await setInfo(path, catalog, fields, changes)
    notes.push(...(await setXmp(path, catalog, fields, changes)))
  }
  const edited = join(job.outFolder, 'edited.pdf')
  await updateObjects({ path, resultPath: edited }, changes)
  report(80, 'pages')
  await writeResult(job, edited)
  return { notes, warnings: [...warnings] }
}

function fieldsOf({ title, author, subject, keywords, created, modified }: MetadataOptions): DocumentFields {
  const given = { title, author, subject, keywords, created, modified }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** Without the trailer's information and id, and without metadata of any object. */
async function cleared({ outFolder }: { readonly outFolder: string }, path: string): Promise<string> {
  const { objects } = await readQpdfObjects(path, 'all')
  const changes = new Map<string, IndirectObject>()
  for (const [reference, object] of objects) {
    const dict = dictOf(object)
    const keys = reference === trailerKey ? ['/Info', '/ID'] : metadataKeys
    if (!keys.some(key => key in dict)) continue
    const kept = Object.fromEntries(Object.entries(dict).filter(([key]) => !keys.includes(key)))
    changes.set(reference, object.stream === undefined ? { value: kept } : { stream: { dict: kept } })
  }
  const resultPath = join(outFolder, 'cleared.pdf')
  await updateObjects({ path, resultPath }, changes)
  return resultPath
}

async function setInfo(
  path: string,
  { trailer, maxId }: Catalog,
  fields: DocumentFields,
  changes: Map<string, IndirectObject>,
): Promise<void> {
  const given = trailer['/Info']
  const reference = isReference(given) ? given : `${maxId + 1} 0 R`
  const known = isReference(given) ? dictOf((await readQpdfObjects(path, [given])).objects.get(given)) : {}
  const info: Record<string, PdfValue> = { ...known, ...(isDictionary(given) && given) }
  for (const name of ['title', 'author', 'subject', 'keywords', 'created', 'modified'] as const) {
    const value = fields[name]
    if (value === undefined) continue
    const isDate = name === 'created' || name === 'modified'
    if (value === '') delete info[infoKeys[name]]
    else info[infoKeys[name]] = pdfString(isDate ? pdfDate(value) : value)
  }
  changes.set(reference, { value: info })
  if (reference !== given) changes.set(trailerKey, { value: { ...trailer, '/Info': reference } })
}

async function setXmp(
  path: string,
  { reference, dict, maxId }: Catalog,
  fields: DocumentFields,
  changes: Map<string, IndirectObject>,
): Promise<string[]> {
  const given = dict['/Metadata']
  const packet = isReference(given) ? await readText(path, given) : undefined
  const edited = editXmp(packet, fields)
  if (edited === undefined) return ['The XMP metadata of the file could not be read, and was left as it is.']
  const stream = isReference(given) ? given : `${maxId + 2} 0 R`
  const xmpDict: PdfDict = { '/Type': '/Metadata', '/Subtype': '/XML' }
  changes.set(stream, { stream: { dict: xmpDict, data: Buffer.from(edited).toString('base64') } })
  if (stream !== given) changes.set(reference, { value: { ...dict, '/Metadata': stream } })
  return []
}

async function readText(path: string, reference: string): Promise<string | undefined> {
  const { objects } = await readQpdfObjects(path, [reference], ['--json-stream-data=inline'])
  const data = objects.get(reference)?.stream?.data
  return data === undefined ? undefined : Buffer.from(data, 'base64').toString()
}

/** "D:20260131120000Z", in universal time. */
function pdfDate(text: string): string {
  const isZoned = text.length <= 10 || /(?:Z|[+-]\d\d:\d\d)$/.test(text)
  const date = new Date(isZoned ? text : `${text}Z`)
  return `D:${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`
}
