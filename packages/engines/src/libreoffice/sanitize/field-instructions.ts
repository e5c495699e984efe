/** Which fields of RTF, DOCX and DOC stay fields. Of every other one only the result it was saved with stays, as text. */
import { clickableLink } from './links.ts'

/**
 * Computed from the document itself. Not here: what reads files or data (INCLUDEPICTURE, INCLUDETEXT, IMPORT, INCLUDE, LINK, DDE,
 * DDEAUTO, DATABASE, RD, AUTOTEXT, EMBED, MERGEFIELD), runs something (MACROBUTTON, ASK, FILLIN) or tells where the
 * conversion runs (FILENAME, TEMPLATE, USERNAME).
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
  return name === 'HYPERLINK' ? isAllowedHyperlink(rest) : !reaching.test(rest)
}

/** Behind a harmless word for readers that look for another one. */
const reaching = /\b(?:INCLUDE\w*|DDE\w*|IMPORT|LINK|DATABASE)\b|:\/\//i

/** Longer than any address; matching must not cost more than a field is worth. */
const maxInstruction = 10_000

/** `"address" \l "place"`: the address is clickable, or only a place in the document is named. */
function isAllowedHyperlink(rest: string): boolean {
  const words = rest.match(/"[^"]*"|\\[a-z]|[^\s"]+/gi) ?? []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    // \l place, \o tip and \t frame take a value of their own.
    if (/^\\[lot]$/i.test(word)) at += 1
    else if (!/^\\[a-z]$/i.test(word)) return clickableLink(word.replaceAll('"', '')) !== undefined
  }
  return true
}
