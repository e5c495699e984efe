/** Rules about the bytes of the file and about every object in it. */
import { isUtf8 } from 'node:buffer'
import type { PdfDocument } from '../../qpdf/pdf-document.ts'
import { isDictionary, isName, isPdfString, type PdfDict, type PdfValue } from '../../qpdf/pdf-value.ts'
import type { ReportFinding } from './rules.ts'

export function checkBytes(data: Buffer, trailer: PdfDict, report: ReportFinding): void {
  const header = /^%PDF-1\.[0-7](?:\r\n|\n|\r)/.exec(data.toString('latin1', 0, 12))
  if (header === null) report('header', 'the file does not begin with %PDF-1.0 to 1.7')
  const comment = data.subarray(header?.[0].length ?? 9, (header?.[0].length ?? 9) + 5)
  if (comment[0] !== 0x25 || comment.length < 5 || comment.subarray(1).some(byte => byte <= 127))
    report('header', 'the binary comment is missing')
  const id = trailer['/ID']
  if (!Array.isArray(id) || id.length !== 2 || !id.every(isPdfString)) report('trailer', 'there is no ID')
  if (trailer['/Encrypt'] !== undefined) report('trailer', 'the file is encrypted')
  if (!/%%EOF(?:\r\n|\n|\r)?$/.test(data.toString('latin1', Math.max(0, data.length - 8))))
    report('trailer', 'there is data behind the end of the file')
}

/** Where "endstream" is followed by "endobj"; the same bytes in the data of a stream would not be. */
export function checkStreamEnds(data: Buffer, report: ReportFinding): void {
  const keyword = Buffer.from('endstream')
  for (let at = data.indexOf(keyword); at >= 0; at = data.indexOf(keyword, at + 1)) {
    const isKeyword = /^endstream\s*endobj/.test(data.toString('latin1', at, at + 24))
    const before = data[at - 1]
    if (isKeyword && before !== 0x0a && before !== 0x0d)
      report('stream-keywords', `there is no line break in front of the end of a stream, at byte ${at}`)
  }
}

const filters = new Set(
  '/ASCIIHexDecode /ASCII85Decode /FlateDecode /RunLengthDecode /CCITTFaxDecode /JBIG2Decode /DCTDecode /JPXDecode'.split(
    ' ',
  ),
)
const inlineFilters = /\/(?:F|Filter)\b\s*(\[[^[\]]*\]|\/\w+)/
const allowedInline = new Set(
  'AHx A85 Fl RL CCF DCT ASCIIHexDecode ASCII85Decode FlateDecode RunLengthDecode CCITTFaxDecode DCTDecode'.split(
    ' ',
  ),
)

export function checkInlineImages(images: readonly string[], report: ReportFinding): void {
  for (const image of images) {
    const names = inlineFilters.exec(image)?.[1]?.matchAll(/\/(\w+)/g) ?? []
    for (const [, name = ''] of names)
      if (!allowedInline.has(name)) report('inline-images', `an inline image is compressed as ${name}`)
    if (/\/(?:I|Interpolate)\s+true\b/.test(image)) report('images', 'an inline image is interpolated')
  }
}

/** Every object that can be reached. */
export function checkObjects(document: PdfDocument, report: ReportFinding): void {
  document.walk(document.trailer(), number => {
    const object = document.object(number)
    const where = `object ${number}`
    checkLimits(object?.stream?.dict ?? object?.value ?? null, where, report)
    if (object?.stream !== undefined) checkStream(document, object.stream.dict, where, report)
  })
}

function checkStream(document: PdfDocument, dict: PdfDict, where: string, report: ReportFinding): void {
  for (const key of ['/F', '/FFilter', '/FDecodeParms'])
    if (dict[key] !== undefined) report('external-streams', `${where} has ${key}`)
  for (const filter of [document.resolve(dict['/Filter'])].flat()) {
    const name = document.resolve(filter)
    if (name !== null && (!isName(name) || !filters.has(name)))
      report('filters', `${where} uses ${String(name)}`)
  }
}

const maxInteger = 2 ** 31 - 1
const maxReal = 3.403e38
const maxStringBytes = 32_767
const maxNameBytes = 127
const maxColorants = 32

function checkLimits(value: PdfValue, where: string, report: ReportFinding): void {
  if (typeof value === 'number') checkNumber(value, where, report)
  else if (isName(value)) checkName(value, where, report)
  else if (isPdfString(value)) checkString(value, where, report)
  else if (Array.isArray(value)) {
    checkColorants(value, where, report)
    for (const item of value) checkLimits(item, where, report)
  } else if (isDictionary(value)) {
    if (value['/Type'] === '/Font') checkUtf8(value['/BaseFont'], where, report)
    for (const [key, item] of Object.entries(value)) {
      checkName(key, where, report)
      checkLimits(item, where, report)
    }
  }
}

function checkNumber(value: number, where: string, report: ReportFinding): void {
  const isTooLarge = Number.isInteger(value)
    ? value > maxInteger || value < -maxInteger - 1
    : Math.abs(value) > maxReal
  if (isTooLarge) report('limits', `a number in ${where} is too large`)
}

function checkString(value: string, where: string, report: ReportFinding): void {
  const bytes = value.startsWith('b:') ? (value.length - 2) / 2 : value.length - 2
  if (bytes > maxStringBytes) report('limits', `a string in ${where} has more than ${maxStringBytes} bytes`)
}

function checkColorants([kind, names]: readonly PdfValue[], where: string, report: ReportFinding): void {
  if (kind !== '/DeviceN' && kind !== '/Separation') return
  const colorants = [names ?? null].flat()
  if (colorants.length > maxColorants) report('limits', `${where} has more than ${maxColorants} spot colors`)
  for (const name of colorants) checkUtf8(name, where, report)
}

function checkName(name: string, where: string, report: ReportFinding): void {
  if (name.length - 1 > maxNameBytes)
    report('limits', `a name in ${where} has more than ${maxNameBytes} bytes`)
}

/** Names have one character for each byte. */
function checkUtf8(name: PdfValue | undefined, where: string, report: ReportFinding): void {
  if (!isName(name)) return
  const bytes = Buffer.from(
    name.replaceAll(/#([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
  if (!isUtf8(bytes)) report('names', `a name in ${where} is not UTF-8`)
}
