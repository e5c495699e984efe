/** Adds and removes single properties of a paragraph, run or table at the position that the schema requires. */
import { parseXml, type XmlTree } from './parse-xml.ts'

export interface PropertyChange {
  /** With the standard prefix. */
  readonly name: string
  /** The new element; null removes the property. */
  readonly markup: string | null
  readonly isKept?: boolean
}

/** `markup` is the whole element, or empty if there is none. */
export function editProperties(
  markup: string,
  changes: readonly PropertyChange[],
  { element, order, prefixes }: { element: string; order: readonly string[]; prefixes: XmlTree['prefixes'] },
): string {
  const own = (prefixes.get('w:') ?? 'w:') + element
  const opened = markup === '' ? `<${own}></${own}>` : openForm(markup)
  const result = changes.reduce((current, change) => editOne(current, change, order, prefixes), opened)
  return /^<[^<>]*><\/[^<>]*>$/.test(result) && !/\s/.test(result) ? '' : result
}

function openForm(markup: string): string {
  const empty = /^<([^\s/>]+)([^<>]*)\/>$/.exec(markup)
  return empty ? `<${empty[1]}${empty[2]}></${empty[1]}>` : markup
}

function editOne(
  markup: string,
  { name, markup: added, isKept }: PropertyChange,
  order: readonly string[],
  prefixes: XmlTree['prefixes'],
): string {
  const { root } = parseXml(markup, prefixes)
  const present = root.children.find(child => child.name === name)
  if (present && isKept) return markup
  const without = present ? markup.slice(0, present.start) + markup.slice(present.end) : markup
  if (added === null) return without
  const rank = order.indexOf(name)
  const parsed = parseXml(without, prefixes).root
  const next = parsed.children.find(child => order.indexOf(child.name) > rank)
  const position = next?.start ?? parsed.closeStart
  return without.slice(0, position) + added + without.slice(position)
}

const prefixed = (names: string) => names.split(' ').map(name => `w:${name}`)

export const runOrder = prefixed(
  'ins del moveFrom moveTo rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang eastAsianLayout specVanish oMath rPrChange',
)
export const paragraphOrder = prefixed(
  'pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange',
)
export const tableOrder = prefixed(
  'tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW jc tblCellSpacing tblInd tblBorders shd tblLayout tblCellMar tblLook tblCaption tblDescription tblPrChange',
)
export const sectionOrder = prefixed(
  'headerReference footerReference footnotePr endnotePr type pgSz pgMar paperSrc pgBorders lnNumType pgNumType cols formProt vAlign noEndnote titlePg textDirection bidi rtlGutter docGrid printerSettings sectPrChange',
)
