/** Adapts properties to the target language: language tag, writing direction, and complex-script twins. */
import type { LanguageId } from '@filesmith/contract/languages'
import type { LanguagePair } from '../../sentence-translator.ts'
import type { XmlTree } from './xml/parse-xml.ts'
import { parseXml } from './xml/parse-xml.ts'

interface PropertyChange {
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
  const empty = /^<([^\s/<>]+)((?:\s[^<>]*)?)\/>$/.exec(markup)
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
const paragraphOrder = prefixed(
  'pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange',
)
const tableOrder = prefixed(
  'tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW jc tblCellSpacing tblInd tblBorders shd tblLayout tblCellMar tblLook tblCaption tblDescription tblPrChange',
)
const sectionOrder = prefixed(
  'headerReference footerReference footnotePr endnotePr type pgSz pgMar paperSrc pgBorders lnNumType pgNumType cols formProt vAlign noEndnote titlePg textDirection bidi rtlGutter docGrid printerSettings sectPrChange',
)

type Prefixes = XmlTree['prefixes']

const regions: Readonly<Record<LanguageId, string>> = {
  en: 'en-US',
  es: 'es-ES',
  fr: 'fr-FR',
  de: 'de-DE',
  it: 'it-IT',
  pt: 'pt-PT',
  ru: 'ru-RU',
  zh: 'zh-CN',
  ja: 'ja-JP',
  ko: 'ko-KR',
  ar: 'ar-SA',
  hi: 'hi-IN',
}

/** Duplicated from the contract, which is not available in the sandbox at run time. */
function isRightToLeft(language: LanguageId): boolean {
  return language === 'ar'
}

/** Word has three language attributes per run and selects by script. */
function languageSlot(language: LanguageId): 'val' | 'eastAsia' | 'bidi' {
  if (language === 'zh' || language === 'ja' || language === 'ko') return 'eastAsia'
  return language === 'ar' || language === 'hi' ? 'bidi' : 'val'
}

/** `markup` is a `w:lang` or `w:themeFontLang`. */
export function withLanguage(markup: string, to: LanguageId): string {
  const slot = languageSlot(to)
  const prefix = /^<([\w.-]+:)?/.exec(markup)?.[1] ?? 'w:'
  const present = new RegExp(`(\\s${prefix}${slot}=)(["']).*?\\2`)
  if (present.test(markup)) return markup.replace(present, `$1"${regions[to]}"`)
  return markup.replace(/(?<!\s)\s*\/?>/, end => ` ${prefix}${slot}="${regions[to]}"${end.trim()}`)
}

/** For a run with the given text; without text for styles. */
export function runPropertiesFor(
  markup: string,
  { from, to }: LanguagePair,
  prefixes: Prefixes,
  text?: string,
): string {
  if (/^<a:/.test(markup)) return markup.replace(/\slang=(["']).*?\1/, ` lang="${regions[to]}"`)
  const own = prefixes.get('w:') ?? 'w:'
  const withTarget = markup.replace(new RegExp(`<${own}lang\\b[^<>]*>`), found => withLanguage(found, to))
  const changes = [
    ...(isRightToLeft(from) && !isRightToLeft(to) ? leaveRightToLeft(withTarget, own) : []),
    ...(to === 'ar' || to === 'hi' ? complexTwins(withTarget, own) : []),
    ...(isRightToLeft(to) && text !== undefined && /\p{Script=Arabic}/u.test(text)
      ? [{ name: 'w:rtl', markup: `<${own}rtl/>` }]
      : []),
  ]
  return changes.length === 0
    ? withTarget
    : editProperties(withTarget, changes, { element: 'rPr', order: runOrder, prefixes })
}

const twins = [
  ['b', 'bCs'],
  ['i', 'iCs'],
  ['sz', 'szCs'],
] as const

/** Arabic and Devanagari use separate properties for bold, italic and size. */
function complexTwins(markup: string, own: string): PropertyChange[] {
  return twins.flatMap(([plain, complex]) => copyProperty(markup, own, plain, complex))
}

function leaveRightToLeft(markup: string, own: string): PropertyChange[] {
  if (!new RegExp(`<${own}rtl\\b`).test(markup)) return []
  return [
    ...twins.flatMap(([plain, complex]) => copyProperty(markup, own, complex, plain)),
    { name: 'w:rtl', markup: null },
  ]
}

function copyProperty(markup: string, own: string, from: string, to: string): PropertyChange[] {
  const found = new RegExp(`<${own}${from}(?=[\\s/>])[^<>]*>`).exec(markup)?.[0]
  return found === undefined
    ? []
    : [{ name: `w:${to}`, markup: found.replace(`${own}${from}`, `${own}${to}`) }]
}

export type DirectedElement = 'w:pPr' | 'w:tblPr' | 'w:sectPr'

const directions: Readonly<
  Record<DirectedElement, { readonly property: string; readonly order: readonly string[] }>
> = {
  'w:pPr': { property: 'bidi', order: paragraphOrder },
  'w:tblPr': { property: 'bidiVisual', order: tableOrder },
  'w:sectPr': { property: 'bidi', order: sectionOrder },
}

export function changesDirection({ from, to }: LanguagePair): boolean {
  return isRightToLeft(from) !== isRightToLeft(to)
}

/** `markup` is the whole element, or empty if the paragraph has none. */
export function withDirection(
  markup: string,
  element: DirectedElement,
  pair: LanguagePair,
  prefixes: Prefixes,
): string {
  if (!changesDirection(pair)) return markup
  const { property, order } = directions[element]
  const own = prefixes.get('w:') ?? 'w:'
  const change = isRightToLeft(pair.to) ? `<${own}${property}/>` : null
  const edited = editProperties(markup, [{ name: `w:${property}`, markup: change }], {
    element: element.slice(2),
    order,
    prefixes,
  })
  return edited === '' && element !== 'w:pPr' ? `<${own}${element.slice(2)}/>` : edited
}
