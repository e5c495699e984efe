/** Rules about the fonts that text is shown with. */
import { characterOf } from '../../fonts/encodings.ts'
import type { PdfDocument } from '../../qpdf/pdf-document.ts'
import { isName, referencedNumber } from '../../qpdf/pdf-value.ts'
import { type InspectedFont, simpleEncoding, symbolicFlag } from '../inspect-fonts.ts'
import type { ReportFinding } from './rules.ts'

/** In thousandths of the em. */
const widthTolerance = 1
/** Predefined character maps of ISO 32000-1, table 118. */
const predefinedMaps = new Set(
  `/GB-EUC-H /GB-EUC-V /GBpc-EUC-H /GBpc-EUC-V /GBK-EUC-H /GBK-EUC-V /GBKp-EUC-H /GBKp-EUC-V /GBK2K-H /GBK2K-V /UniGB-UCS2-H
   /UniGB-UCS2-V /UniGB-UTF16-H /UniGB-UTF16-V /B5pc-H /B5pc-V /HKscs-B5-H /HKscs-B5-V /ETen-B5-H /ETen-B5-V /ETenms-B5-H
   /ETenms-B5-V /CNS-EUC-H /CNS-EUC-V /UniCNS-UCS2-H /UniCNS-UCS2-V /UniCNS-UTF16-H /UniCNS-UTF16-V /83pv-RKSJ-H /90ms-RKSJ-H
   /90ms-RKSJ-V /90msp-RKSJ-H /90msp-RKSJ-V /90pv-RKSJ-H /Add-RKSJ-H /Add-RKSJ-V /EUC-H /EUC-V /Ext-RKSJ-H /Ext-RKSJ-V /H /V
   /UniJIS-UCS2-H /UniJIS-UCS2-V /UniJIS-UCS2-HW-H /UniJIS-UCS2-HW-V /UniJIS-UTF16-H /UniJIS-UTF16-V /KSC-EUC-H /KSC-EUC-V
   /KSCms-UHC-H /KSCms-UHC-V /KSCms-UHC-HW-H /KSCms-UHC-HW-V /KSCpc-EUC-H /UniKS-UCS2-H /UniKS-UCS2-V /UniKS-UTF16-H
   /UniKS-UTF16-V /Identity-H /Identity-V`.split(/\s+/),
)

export function checkFonts(
  document: PdfDocument,
  fonts: readonly InspectedFont[],
  report: ReportFinding,
): void {
  for (const font of fonts) {
    checkEntries(font, report)
    if (font.descendant !== undefined) checkComposite(document, font, report)
    const isType3 = font.subtype === '/Type3'
    if (!isType3 && font.fileNumber === undefined) {
      report('embedded-fonts', `the font ${font.name} is not embedded`)
      continue
    }
    if (!isType3 && font.program === undefined) {
      report('embedded-fonts', `the font ${font.name} cannot be read`)
      continue
    }
    if (font.isUnreadable)
      report('embedded-fonts', `the glyphs of the font ${font.name} cannot be determined`)
    checkGlyphs(font, report)
    if (font.subtype === '/TrueType') checkTrueType(document, font, report)
    for (const key of ['/CIDSet', '/CharSet'])
      if (font.descriptor?.[key] !== undefined)
        report('font-subsets', `the list ${key.slice(1)} of the font ${font.name} is not checked`)
  }
}

const descriptorEntries = [
  '/FontName',
  '/Flags',
  '/FontBBox',
  '/ItalicAngle',
  '/Ascent',
  '/Descent',
  '/StemV',
]
/** Programs of the third kind say themselves what they are. */
const programTypes: Readonly<Record<string, readonly string[]>> = {
  '/FontFile': ['/Type1', '/MMType1'],
  '/FontFile2': ['/TrueType', '/CIDFontType2'],
}
const fontTypes = new Set(['/Type0', '/Type1', '/MMType1', '/Type3', '/TrueType'])

function checkEntries(
  { used: { dict }, name, subtype, fileKey, descriptor, descendant }: InspectedFont,
  report: ReportFinding,
): void {
  if (dict['/Type'] !== '/Font' || !fontTypes.has(subtype))
    report('font-dictionaries', `the font ${name} has no valid type`)
  if (subtype !== '/Type3' && !isName(dict['/BaseFont'])) report('font-dictionaries', 'a font has no name')
  if (subtype !== '/Type0' && fileKey !== undefined)
    for (const key of ['/FirstChar', '/LastChar', '/Widths'])
      if (dict[key] === undefined) report('font-dictionaries', `the font ${name} has no ${key.slice(1)}`)
  const type = descendant?.['/Subtype'] ?? subtype
  const expected = fileKey && programTypes[fileKey]
  if (expected !== undefined && !expected.includes(String(type)))
    report('font-dictionaries', `the program of the font ${name} is of another type`)
  if (descriptor === undefined) return
  for (const key of descriptorEntries)
    if (descriptor[key] === undefined)
      report('font-dictionaries', `the descriptor of the font ${name} has no ${key.slice(1)}`)
}

function checkComposite(
  document: PdfDocument,
  { used: { dict }, name, descendant = {} }: InspectedFont,
  report: ReportFinding,
): void {
  const encoding = dict['/Encoding']
  const embedded = document.object(referencedNumber(encoding) ?? -1)?.stream
  if (embedded === undefined && !predefinedMaps.has(String(encoding)))
    report('composite-fonts', `the character map of the font ${name} is not embedded`)
  const base = embedded?.dict['/UseCMap']
  if (base !== undefined && isName(base) && !predefinedMaps.has(base))
    report('composite-fonts', `the character map of the font ${name} builds on one that is not embedded`)
  const own = document.dictionary(descendant['/CIDSystemInfo'])
  const other = document.dictionary(embedded?.dict['/CIDSystemInfo'])
  if (own === undefined) report('composite-fonts', `the font ${name} has no character collection`)
  const isIdentity = encoding === '/Identity-H' || encoding === '/Identity-V'
  if (
    !isIdentity &&
    other !== undefined &&
    (own?.['/Registry'] !== other['/Registry'] || own?.['/Ordering'] !== other['/Ordering'])
  )
    report('composite-fonts', `the font ${name} and its character map have different collections`)
  if (descendant['/Subtype'] !== '/CIDFontType2') return
  const map = descendant['/CIDToGIDMap']
  if (map !== '/Identity' && document.object(referencedNumber(map) ?? -1)?.stream === undefined)
    report('composite-fonts', `the font ${name} has no glyph map`)
}

function checkGlyphs({ name, glyphs, subtype }: InspectedFont, report: ReportFinding): void {
  const isType3 = subtype === '/Type3'
  for (const { code, glyph, declared, actual } of glyphs) {
    if (glyph === 0 || glyph === undefined) {
      report('missing-glyphs', `the font ${name} has no glyph for code ${code}`)
      continue
    }
    if (actual === undefined) report('embedded-fonts', `the font ${name} lacks the glyph for code ${code}`)
    else if (declared === undefined || Math.abs(declared - actual) > widthTolerance)
      report(
        'font-widths',
        `${isType3 ? 'a Type 3 font' : `the font ${name}`} has two widths for code ${code}`,
      )
  }
}

function checkTrueType(
  document: PdfDocument,
  { used: { dict }, name, program, descriptor }: InspectedFont,
  report: ReportFinding,
): void {
  const cmaps = program?.cmaps ?? []
  const hasCmap = (platform: number, encoding: number) =>
    cmaps.some(cmap => cmap.platform === platform && cmap.encoding === encoding)
  const isSymbolic = (Number(document.resolve(descriptor?.['/Flags']) ?? 0) & symbolicFlag) !== 0
  if (isSymbolic) {
    if (dict['/Encoding'] !== undefined) report('font-encodings', `the symbolic font ${name} has an encoding`)
    if (cmaps.length !== 1 && !hasCmap(3, 0))
      report('font-encodings', `the symbolic font ${name} has several tables of characters`)
    return
  }
  const { base, differences } = simpleEncoding(document, dict)
  if (base !== '/MacRomanEncoding' && base !== '/WinAnsiEncoding')
    report('font-encodings', `the font ${name} has no standard encoding`)
  if (
    !cmaps.some(
      ({ platform, encoding }) => platform === 1 || (platform === 3 && encoding === 1) || platform === 0,
    )
  )
    report('font-encodings', `the font ${name} has no table of characters`)
  if (differences.size > 0) {
    if (!hasCmap(3, 1)) report('font-encodings', `the font ${name} has no Unicode table`)
    for (const glyph of differences.values())
      if (glyph !== '.notdef' && characterOf(glyph) === undefined)
        report('font-encodings', `the font ${name} has the unknown glyph name ${glyph.slice(0, 40)}`)
  }
}
