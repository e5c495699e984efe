/** Which fields of RTF, DOCX and DOC are kept. All others are replaced by their saved result as text. */

import { elementAt } from '../../element-at.ts'
import { clickableLink } from './links.ts'

/**
 * Fields computed from the document itself. Excluded: fields that read files or data (INCLUDEPICTURE, INCLUDETEXT, IMPORT,
 * INCLUDE, LINK, DDE, DDEAUTO, DATABASE, RD, AUTOTEXT, EMBED, MERGEFIELD), run something (MACROBUTTON, ASK, FILLIN) or
 * reveal where the conversion runs (FILENAME, TEMPLATE, USERNAME).
 */
const allowedFields: ReadonlySet<string> = new Set(
  `ADVANCE AUTHOR AUTONUM AUTONUMLGL AUTONUMOUT BIBLIOGRAPHY CITATION COMMENTS CREATEDATE DATE DOCPROPERTY EDITTIME EQ
  FORMCHECKBOX FORMDROPDOWN FORMTEXT FTNREF HYPERLINK INDEX KEYWORDS LASTSAVEDBY LISTNUM NOTEREF NUMCHARS NUMPAGES
  NUMWORDS PAGE PAGEREF PRINTDATE QUOTE REF REVNUM SAVEDATE SECTION SECTIONPAGES SEQ SHAPE STYLEREF SUBJECT SYMBOL TC
  TIME TITLE TOA TOC XE`.split(/\s+/),
)

export function isAllowedField(instruction: string): boolean {
  const [, keyword = '', rest = ''] =
    /^\s*([A-Za-z]+)(?:[\s\\"]([\s\S]*))?$/.exec(instruction.slice(0, maxInstruction)) ?? []
  const name = keyword.toUpperCase()
  if (instruction.length > maxInstruction || !allowedFields.has(name)) return false
  return name === 'HYPERLINK' ? isAllowedHyperlink(rest) : !disallowedKeywords.test(rest)
}

/** Keywords of disallowed fields after an allowed one, in case a parser searches for them. */
const disallowedKeywords = /\b(?:INCLUDE\w*|DDE\w*|IMPORT|LINK|DATABASE)\b|:\/\//i

/** Longer than any URL; bounds the cost of matching. */
const maxInstruction = 10_000

/** `"address" \l "place"`: the address must be clickable, unless only a place in the document is named. */
function isAllowedHyperlink(rest: string): boolean {
  const words = rest.match(/"[^"]*"|\\[a-z]|[^\s"]+/gi) ?? []
  for (let at = 0; at < words.length; at++) {
    const word = elementAt(words, at)
    // \l place, \o tip and \t frame are followed by a value.
    if (/^\\[lot]$/i.test(word)) at += 1
    else if (!/^\\[a-z]$/i.test(word)) return clickableLink(word.replaceAll('"', '')) !== undefined
  }
  return true
}
