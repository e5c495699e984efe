/** Rules about XMP metadata and document information. */
import type { PdfDocument } from '../../qpdf/pdf-document.ts'
import { textOf } from '../../qpdf/pdf-value.ts'
import { readXmp, type XmpProperty } from '../read-xmp.ts'
import { dateOf } from '../xmp-dates.ts'
import type { ReportFinding } from './rules.ts'

const namespaces = {
  dc: 'http://purl.org/dc/elements/1.1/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
}
/** Properties that need no description of their schema. */
const knownProperties: Readonly<Record<string, readonly string[] | 'all'>> = {
  [namespaces.dc]:
    'contributor coverage creator date description format identifier language publisher relation rights source subject title type'.split(
      ' ',
    ),
  [namespaces.pdf]: ['Keywords', 'PDFVersion', 'Producer', 'Trapped'],
  [namespaces.xmp]:
    'BaseURL CreateDate CreatorTool Identifier Label MetadataDate ModifyDate Nickname Rating Thumbnails'.split(
      ' ',
    ),
  [namespaces.pdfaid]: ['part', 'conformance', 'amd', 'corr'],
  'http://ns.adobe.com/xap/1.0/mm/': 'all',
  'http://ns.adobe.com/xap/1.0/rights/': 'all',
  'http://www.aiim.org/pdfa/ns/extension/': ['schemas'],
}

export function checkMetadata(
  document: PdfDocument,
  packet: Buffer | undefined,
  report: ReportFinding,
): void {
  if (packet === undefined) {
    report('metadata', 'there is none')
    report('identification', 'there is no metadata')
    return
  }
  const text = packet.toString()
  const properties = readXmp(text)
  if (properties === undefined) {
    report('metadata', 'it cannot be read')
    report('identification', 'the metadata cannot be read')
    return
  }
  if (/<\?xpacket[^<>]*\b(?:bytes|encoding)\s*=/.test(text))
    report('metadata', 'its header has an attribute that is not permitted')
  for (const { namespace, name } of properties) {
    const known = knownProperties[namespace]
    const isDescribed = text.includes('pdfaSchema:namespaceURI') && text.includes(`>${namespace}<`)
    if (!isDescribed && (known === undefined || (known !== 'all' && !known.includes(name))))
      report('metadata', `the property ${name.slice(0, 60)} is not known`)
  }
  const propertyOf = (namespace: string, name: string) => find(properties, namespace, name)
  if (propertyOf(namespaces.pdfaid, 'part') !== '2') report('identification', 'the part is not 2')
  if (!['A', 'B', 'U'].includes(propertyOf(namespaces.pdfaid, 'conformance') ?? ''))
    report('identification', 'there is no level of conformance')
  checkInformation(document, propertyOf, report)
}

function find(properties: readonly XmpProperty[], namespace: string, name: string): string | undefined {
  return properties.find(property => property.namespace === namespace && property.name === name)?.text
}

const pairs = [
  ['/Title', 'dc', 'title'],
  ['/Author', 'dc', 'creator'],
  ['/Subject', 'dc', 'description'],
  ['/Keywords', 'pdf', 'Keywords'],
  ['/Creator', 'xmp', 'CreatorTool'],
  ['/Producer', 'pdf', 'Producer'],
  ['/CreationDate', 'xmp', 'CreateDate'],
  ['/ModDate', 'xmp', 'ModifyDate'],
] as const

function checkInformation(
  document: PdfDocument,
  propertyOf: (namespace: string, name: string) => string | undefined,
  report: ReportFinding,
): void {
  const information = document.dictionary(document.trailer()['/Info']) ?? {}
  for (const [key, prefix, name] of pairs) {
    const value = document.resolve(information[key])
    if (value === null) continue
    const other = propertyOf(namespaces[prefix], name)
    const isDate = key === '/CreationDate' || key === '/ModDate'
    const isSame = isDate
      ? other !== undefined && dateOf(textOf(value))?.getTime() === new Date(other).getTime()
      : other === textOf(value).trim()
    if (!isSame) report('information', `${key.slice(1)} differs`)
  }
}
