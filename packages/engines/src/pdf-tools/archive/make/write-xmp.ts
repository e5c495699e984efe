/** Document information and the XMP packet of a PDF/A file, with the same values. */
import { type PdfDict, pdfString, textOf } from '../../qpdf/pdf-value.ts'
import { readXmp, type XmpProperty } from '../read-xmp.ts'
import { dateOf } from '../xmp-dates.ts'

export interface ArchiveMetadata {
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
