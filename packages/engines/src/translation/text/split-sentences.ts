/** Splits a paragraph into sentences by the rules of its language. */
import type { LanguageId } from '@filesmith/contract/languages'
import type { ProtectedRange } from './find-protected.ts'
import { isInside } from './ranges.ts'

export interface SentenceRange {
  readonly start: number
  /** Excludes trailing spaces. */
  readonly end: number
}

/** Engines do not benefit from longer input; longer sentences are split between clauses. */
const maxSentenceCharacters = 1000
/** Context that decides whether a sentence ends. */
const nearCharacters = 80
/** Full-width sentence punctuation of scripts without spaces. */
const wideEnd = /[。！？｡．…]["'”’」』）)】〕》]*$/u
/** Ends missed by Intl.Segmenter: a bracketed reference after the period, or a quotation mark after a space as in French. */
const lateEnd = /[.!?…](?:(?:\[\d{1,3}\])+|[ \u00a0\u202f]»)(?=\s+[^\p{Ll}\s])/gu

/** An opening bracket directly after the period, which Intl.Segmenter treats as closing. */
const wideStop = /[。！？｡]+[\p{Pe}\p{Pf}"']*(?=\S)/gu

export function splitSentences(
  text: string,
  language: LanguageId,
  protectedRanges: readonly ProtectedRange[] = [],
): SentenceRange[] {
  const isProtected = (position: number) => isInside(protectedRanges, position)
  const ranges: SentenceRange[] = []
  let start = 0
  for (const position of [...possibleEnds(text, language), text.length]) {
    if (position <= start || isProtected(position)) continue
    if (
      position < text.length &&
      !isEnd(text.slice(start, position), text.slice(position, position + nearCharacters), language)
    )
      continue
    for (const range of splitLongSentence(trimmed(text, start, position), text, isProtected))
      ranges.push(range)
    start = position
  }
  return ranges.filter(range => range.end > range.start)
}

function possibleEnds(text: string, language: LanguageId): number[] {
  const segments = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)
  const positions = [...segments].map(({ index }) => index)
  for (const { index, 0: found } of text.matchAll(lateEnd)) {
    const end = index + found.length
    positions.push(end + (/^\s+/.exec(text.slice(end, end + nearCharacters))?.[0].length ?? 0))
  }
  for (const { index, 0: found } of text.matchAll(wideStop)) positions.push(index + found.length)
  return positions.sort((one, other) => one - other)
}

function isEnd(left: string, right: string, language: LanguageId): boolean {
  const whole = left.trimEnd()
  const isAtSpace = whole.length < left.length
  // A list marker alone is not a sentence.
  const isMark = whole.length < 8 && /^\s*(?:[-*•]|\(?(?:\d{1,3}|[a-zA-Z])[.)])$/.test(whole)
  const body = whole.slice(-nearCharacters)
  if (!isAtSpace && !wideEnd.test(body)) return false
  if (/^[»”’)\]]/.test(right)) return false
  // 「…。」と言った: the quotation is part of the sentence.
  if (/[。！？][」』”）)]$/u.test(body) && /^\s*[とというって、，]/u.test(right)) return false
  return !isMark && !continuesSentence(body, right, language)
}

function trimmed(text: string, start: number, end: number): SentenceRange {
  const slice = text.slice(start, end)
  return {
    start: start + (slice.length - slice.trimStart().length),
    end: start + slice.trimEnd().length,
  }
}

function splitLongSentence(
  range: SentenceRange,
  text: string,
  isProtected: (position: number) => boolean,
): SentenceRange[] {
  const ranges: SentenceRange[] = []
  let { start } = range
  while (range.end - start > maxSentenceCharacters) {
    const position = splitPosition(text.slice(start, start + maxSentenceCharacters), start, isProtected)
    ranges.push(trimmed(text, start, position))
    start = position
  }
  return [...ranges, trimmed(text, start, range.end)]
}

/** After the last clause that fits, otherwise the last word, otherwise at the limit. */
function splitPosition(window: string, offset: number, isProtected: (position: number) => boolean): number {
  const minimum = window.length / 2
  for (const pattern of [/[;:；：，、،]\s*|,\s+|\s[–—]\s/gu, /\s+/gu]) {
    const positions = [...window.matchAll(pattern)]
      .map(({ index, 0: found }) => index + found.length)
      .filter(position => position > minimum && !isProtected(offset + position))
    const last = positions.at(-1)
    if (last !== undefined) return offset + last
  }
  const code = window.charCodeAt(window.length - 1)
  return offset + window.length - (code >= 0xd800 && code < 0xdc00 ? 1 : 0)
}

interface SentenceRules {
  /** Followed by a name or noun: never the end of a sentence. */
  readonly titles: string
  /** Not the end of a sentence before a number. */
  readonly beforeNumbers: string
}

const none: SentenceRules = { titles: '', beforeNumbers: '' }

const rules: Readonly<Record<LanguageId, SentenceRules>> = {
  en: {
    titles:
      'mr mrs ms mx dr prof st sen rep gov gen col maj capt cmdr lt sgt rev hon pres supt e.g i.e cf vs viz approx dept est al incl messrs mt ft',
    beforeNumbers:
      'no nos p pp fig figs vol vols ch sec eq art para ver v ca c jan feb mar apr jun jul aug sep sept oct nov dec',
  },
  es: {
    titles: 'sr sra srta sres dr dra d dña prof ing lic arq gral ud uds vd vds st sto sta p.ej ej cía avda',
    beforeNumbers: 'núm nº n.º pág págs p pp fig art vol cap aprox tel apdo',
  },
  fr: {
    titles: 'm mm mme mmes mlle dr pr me mgr st ste cf p.ex ex env av bd c.-à-d',
    beforeNumbers: 'n no nº p pp fig art vol chap éd tél al',
  },
  de: {
    titles:
      'hr fr dr prof dipl ing st z.b z d.h d u.a u bzw ca vgl ggf evtl inkl exkl zzgl abzgl sog geb gest mind max min allg bspw insb i.d.r i v.a o.g s.o s.u str',
    beforeNumbers: 'nr s abb art abs bd kap tel ziff jan feb mär apr jun jul aug sep sept okt nov dez',
  },
  it: {
    titles:
      'sig sigg sig.ra dott dott.ssa prof prof.ssa ing avv arch on egr gent spett ecc.mo es p.es cfr s v',
    beforeNumbers: 'n nr pag pagg p pp fig art vol cap tel',
  },
  pt: {
    titles: 'sr sra srs srta dr dra prof profa eng exmo exma v.ex p.ex ex d av r',
    beforeNumbers: 'n nº núm pág págs p pp fig art vol cap tel',
  },
  ru: {
    titles: 'г гр им ул пр просп пер пл обл р-н д т т.е т.к т.н тов проф акад др см ср св напр',
    beforeNumbers: 'стр с рис табл гл п пп ст № тел кв',
  },
  zh: none,
  ja: none,
  ko: none,
  ar: { titles: 'د أ م ص ج', beforeNumbers: '' },
  hi: { titles: 'डॉ श्री प्रो सं कु', beforeNumbers: 'सं पृ' },
}

const sets = new Map(
  Object.entries(rules).map(([language, { titles, beforeNumbers }]) => [
    language,
    { titles: new Set(titles.split(' ')), beforeNumbers: new Set(beforeNumbers.split(' ')) },
  ]),
)

const lastWord = /(?:^|[\s([«“"'„])(?<word>[\p{L}\p{M}\d№º°.-]+)\.$/u
const initial = /(?:^|[\s([«“"'„.])\p{Lu}\p{M}*\.$/u
const ordinal =
  /(?:^|\s)(?:am|im|der|den|dem|des|die|das|vom|zum|zur|bis|ab|seit|jeder|jedem|jeden|und|beim)\s\d{1,2}\.$/iu
const afterOrdinal =
  /^(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jahrhundert|Jahrestag|Geburtstag|Mal|Platz|Klasse|Etage|Stock)/u

/** Whether the sentence continues; `left` without trailing spaces. */
function continuesSentence(left: string, right: string, language: LanguageId): boolean {
  // After a question within a sentence, or a company name with an exclamation mark.
  if (/^["'“”„«»([]?\p{Ll}/u.test(right)) return true
  if (!left.endsWith('.')) return false
  const word = lastWord.exec(left)?.groups?.word?.toLowerCase()
  const known = sets.get(language)
  if (initial.test(left) && !(language === 'en' && /(?:^|\s)I\.$/.test(left))) return true
  // "г." is "year" after a number and "city" before a name.
  if (language === 'ru' && /\d\s?г\.$/.test(left)) return false
  if (word !== undefined && known?.titles.has(word)) return true
  if (word !== undefined && known?.beforeNumbers.has(word)) return /^[\dIVXLC]/.test(right)
  return language === 'de' && /\d\.$/.test(left) && (ordinal.test(left) || afterOrdinal.test(right))
}
