/** Makes a PDF/A-2b file of a PDF, as far as that is possible; whether it is one is for the check to say. */
import { readFile } from 'node:fs/promises'
import { dumpStreams } from '../../compress/dump-streams.ts'
import { openPdfFile, PdfDocument } from '../../qpdf/pdf-document.ts'
import { type PdfDict, pdfString, referencedNumber, textOf } from '../../qpdf/pdf-value.ts'
import { runQpdf } from '../../qpdf/run-qpdf.ts'
import { readContent } from '../read-content.ts'
import { readXmp, type XmpProperty } from '../read-xmp.ts'
import { dateOf } from '../xmp-dates.ts'
import { startArchiveEdit } from './archive-edit.ts'
import { fixAnnotations } from './fix-annotations.ts'
import { fixCatalog } from './fix-catalog.ts'
import { fixColors } from './fix-colors.ts'
import { fixFonts } from './fix-fonts.ts'
import { fixObjects } from './fix-objects.ts'
import { fixResources } from './fix-resources.ts'

export interface ArchiveRequest {
  readonly path: string
  readonly resultPath: string
  /** Start of the paths of temporary files. */
  readonly prefix: string
  /** Whether the metadata names PDF/A-2b. */
  readonly level: 'conformant' | 'partial'
}

/** Returns what was changed, in sentences. */
export async function makeArchive({ path, resultPath, prefix, level }: ArchiveRequest): Promise<string[]> {
  const prepared = `${prefix}-prepared.pdf`
  // Decodes LZW, and makes inline images objects, so that they follow the rules of images.
  await runQpdf([
    path,
    ...['--object-streams=disable', '--stream-data=compress', '--decode-level=generalized'],
    ...['--externalize-inline-images', '--ii-min-bytes=0', '--generate-appearances'],
    prepared,
  ])
  const file = await openPdfFile(prepared, `${prefix}-plain.pdf`)
  const document = new PdfDocument([file])
  const edit = startArchiveEdit(document, file.path, prefix)
  const trailer = document.trailer()
  const root = referencedNumber(trailer['/Root']) ?? 0
  const packet = referencedNumber(document.dictionary(trailer['/Root'])?.['/Metadata'])
  const oldPacket =
    packet === undefined ? undefined : (await dumpStreams(file.path, [packet], `${prefix}-xmp`)).get(packet)
  const information = document.dictionary(trailer['/Info']) ?? {}
  const metadata = archiveMetadata(
    Object.fromEntries(Object.entries(information).map(([key, value]) => [key, document.resolve(value)])),
    oldPacket && (await readFile(oldPacket.datafile, 'utf8')),
    level,
  )
  fixResources(edit)
  fixObjects(edit)
  const content = await readContent(document, file.path, `${prefix}-content`)
  await fixAnnotations(edit)
  await fixFonts(edit, content)
  const intents = await fixColors(edit, content)
  document.set(root, {
    ...fixCatalog(edit),
    '/OutputIntents': intents,
    '/Metadata': await edit.addStream(Buffer.from(metadata.packet), {
      '/Type': '/Metadata',
      '/Subtype': '/XML',
    }),
  })
  await document.save(resultPath, {
    trailer: { ...trailer, '/Info': document.add(metadata.information) },
    workFolder: `${prefix}-work`,
    args: [
      '--object-streams=generate',
      '--compress-streams=y',
      '--force-version=1.7',
      '--newline-before-endstream',
    ],
  })
  return [...edit.changes]
}

/** Document information and the XMP packet of a PDF/A file, with the same values. */
interface ArchiveMetadata {
  readonly information: PdfDict
  readonly packet: string
}

const dc = 'http://purl.org/dc/elements/1.1/'
const pdf = 'http://ns.adobe.com/pdf/1.3/'
const xmp = 'http://ns.adobe.com/xap/1.0/'

const fields = [
  { key: '/Title', namespace: dc, name: 'title', element: 'dc:title', list: 'Alt' },
  { key: '/Author', namespace: dc, name: 'creator', element: 'dc:creator', list: 'Seq' },
  { key: '/Subject', namespace: dc, name: 'description', element: 'dc:description', list: 'Alt' },
  { key: '/Keywords', namespace: pdf, name: 'Keywords', element: 'pdf:Keywords' },
  { key: '/Creator', namespace: xmp, name: 'CreatorTool', element: 'xmp:CreatorTool' },
  { key: '/Producer', namespace: pdf, name: 'Producer', element: 'pdf:Producer' },
  { key: '/CreationDate', namespace: xmp, name: 'CreateDate', element: 'xmp:CreateDate', isDate: true },
  { key: '/ModDate', namespace: xmp, name: 'ModifyDate', element: 'xmp:ModifyDate', isDate: true },
] as const

/** `information` is that of the document; where it has no value, the one of the old packet counts. */
export function archiveMetadata(
  information: PdfDict,
  oldPacket: string | undefined,
  level: 'conformant' | 'partial',
): ArchiveMetadata {
  const old = (oldPacket === undefined ? undefined : readXmp(oldPacket)) ?? []
  const written: PdfDict = {}
  const elements: string[] = []
  for (const field of fields) {
    const text = textOf(information[field.key]).trim() || propertyOf(old, field.namespace, field.name)
    const value = cleanText(text)
    if ('isDate' in field) {
      const date = dateOf(value) ?? isoDate(value)
      if (date === undefined) continue
      written[field.key] = pdfString(`D:${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`)
      elements.push(`<${field.element}>${date.toISOString().slice(0, 19)}Z</${field.element}>`)
    } else if (value !== '') {
      written[field.key] = pdfString(value)
      elements.push(
        `<${field.element}>${listed(value, 'list' in field ? field.list : undefined)}</${field.element}>`,
      )
    }
  }
  const identification =
    level === 'conformant' ? '<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>' : ''
  const packet = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="${dc}" xmlns:pdf="${pdf}" xmlns:xmp="${xmp}" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
${identification}
<dc:format>application/pdf</dc:format>
${elements.join('\n')}
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`
  return { information: written, packet }
}

function propertyOf(properties: readonly XmpProperty[], namespace: string, name: string): string {
  return properties.find(property => property.namespace === namespace && property.name === name)?.text ?? ''
}

function isoDate(text: string): Date | undefined {
  const date = /^\d{4}-/.test(text) ? new Date(text) : undefined
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date
}

/** One line, so that it is the same in both places. */
function cleanText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cs}\ufffe\uffff\ufeff]+/gu, ' ').trim()
}

function listed(value: string, list: 'Alt' | 'Seq' | undefined): string {
  const escaped = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  if (list === undefined) return escaped
  const language = list === 'Alt' ? ' xml:lang="x-default"' : ''
  return `<rdf:${list}><rdf:li${language}>${escaped}</rdf:li></rdf:${list}>`
}
