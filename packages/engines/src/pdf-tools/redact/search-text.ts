/** Finds the words and patterns of a redaction in text. */
import type { RedactionPattern } from '@filesmith/contract/operations/pdf/redact-pdf'

export interface SearchOptions {
  readonly words: readonly string[]
  readonly patterns: readonly RedactionPattern[]
  readonly matchCase: boolean
  readonly wholeWords: boolean
}

export interface TextMatch {
  readonly start: number
  readonly end: number
  /** The word as asked for, or the name of the pattern. */
  readonly term: string
}

/** Finds matches in text that was made comparable. */
export type TextSearch = (text: string) => TextMatch[]

export function createSearch({ words, patterns, matchCase, wholeWords }: SearchOptions): TextSearch {
  const expressions = words.map(word => ({ word, expression: wordExpression(word, matchCase, wholeWords) }))
  // Most texts have none of the words: one search for all of them is faster.
  const any = new RegExp(expressions.map(({ expression }) => expression.source).join('|'), flagsOf(matchCase))
  return text => [
    ...(words.length > 0 && text.search(any) >= 0
      ? expressions.flatMap(({ word, expression }) => matchesOf(text, expression, word))
      : []),
    ...patterns.flatMap(pattern => patternSearches[pattern](text)),
  ]
}

function flagsOf(matchCase: boolean): string {
  return matchCase ? 'gu' : 'giu'
}

const soft = /[\u00ad\u200b-\u200d\u2060\ufeff]/g
const softHyphenAtEnd = /\u00ad(?=[ \t]*[\r\n])/g
const dashes = /[\u2010-\u2015\u2212]/g
const quotes = /[\u2018\u2019\u02bc]/g
/** Ligatures, forms of letters, dashes and quotes as they are typed. */
export function comparable(text: string): string {
  return withoutLanguages(text)
    .normalize('NFKC')
    .replaceAll(softHyphenAtEnd, '-')
    .replaceAll(soft, '')
    .replaceAll(dashes, '-')
    .replaceAll(quotes, "'")
}

const escapeCharacter = '\u001b'
const maxLanguageLength = 8

/** Codes of languages are between two escape characters (ISO 32000-2, 7.9.2.2). */
function withoutLanguages(text: string): string {
  const parts = text.split(escapeCharacter)
  return parts.filter((part, index) => index % 2 === 0 || part.length > maxLanguageLength).join('')
}

/** Big-endian, as in strings of PDFs. */
export function utf16(bytes: string): string {
  return Buffer.from(bytes.slice(0, bytes.length & ~1), 'latin1')
    .swap16()
    .toString('utf16le')
}

/** Ways to read bytes as text, made comparable. */
export function readings(bytes: string): string[] {
  const buffer = Buffer.from(bytes, 'latin1')
  const texts = [bytes, buffer.toString('utf8'), utf16(bytes), buffer.toString('utf16le'), fromHex(bytes)]
  return texts.filter(text => text !== '').flatMap(textReadings)
}

/** A text as it is, and without the escapes of addresses, scripts and XML. */
export function textReadings(text: string): string[] {
  const texts = [text]
  if (text.includes('%')) texts.push(percentDecoded(text))
  if (text.includes('\\'))
    texts.push(text.replaceAll(scriptEscape, (_, wide, narrow) => fromCode(wide ?? narrow)))
  if (text.includes('&') || text.includes('<'))
    texts.push(
      text
        .replaceAll(tag, '')
        .replaceAll(/&#x([0-9a-f]{1,6});/gi, (_, code: string) => fromCode(code))
        .replaceAll(/&#(\d{1,7});/g, (_, code: string) => fromCode(Number(code).toString(16))),
    )
  return texts.map(comparable)
}

const scriptEscape = /\\(?:u([0-9a-f]{4})|x([0-9a-f]{2}))/gi
const tag = /<[^<>]{0,1000}>/g

function fromCode(hexadecimal: string): string {
  const code = Number.parseInt(hexadecimal, 16)
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

function fromHex(bytes: string): string {
  const digits = bytes.replaceAll(/\s/g, '')
  return digits.length > 7 && /^[0-9a-f]+$/i.test(digits) ? Buffer.from(digits, 'hex').toString('latin1') : ''
}

/** Texts in addresses: %20 is a space, and so is + in one. */
function percentDecoded(text: string): string {
  const spaced = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text.replaceAll('+', ' ') : text
  return spaced.replaceAll(/(?:%[0-9a-f]{2})+/gi, codes =>
    Buffer.from(codes.replaceAll('%', ''), 'hex').toString('utf8'),
  )
}

const isIdeographic = (character: string) => (character.codePointAt(0) ?? 0) >= 0x2e80
const wordCharacter = String.raw`[\p{L}\p{N}\p{M}_]`

/** Words may be hyphenated at the end of a line; the white space of phrases may be anything, or missing. */
function wordExpression(word: string, matchCase: boolean, wholeWords: boolean): RegExp {
  const characters = [...comparable(word).trim().replaceAll(/\s+/g, ' ')]
  const pattern = characters
    .map((character, index) => {
      const previous = characters[index - 1]
      if (character === ' ') return String.raw`\s*`
      const escaped = character.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`)
      if (previous === undefined || previous === ' ') return escaped
      const isBreakable = previous === '-' || (isIdeographic(character) && isIdeographic(previous))
      return `${isBreakable ? String.raw`\s*` : String.raw`(?:-\s*\n\s*)?`}${escaped}`
    })
    .join('')
  const [before, after] = wholeWords ? [`(?<!${wordCharacter})`, `(?!${wordCharacter})`] : ['', '']
  return new RegExp(`${before}${pattern}${after}`, flagsOf(matchCase))
}

function matchesOf(text: string, expression: RegExp, term: string): TextMatch[] {
  return [...text.matchAll(expression)].flatMap(({ index, 0: found }) =>
    found === '' ? [] : [{ start: index, end: index + found.length, term }],
  )
}

const emailText =
  /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}-]+)+/gu
/** With a country code or a leading zero, or grouped as in North America. */
const phoneText =
  /(?<![\p{L}\d.,:/+-])(?:\+\d|(?<!\d )(?:00[1-9]|\(?0\d|\(\d{3}\)|\d{3}[-. ]\d{3}[-. ]\d{4}(?!\d)))(?:[ ()./-]{0,3}\d)*(?![\p{L}\d])/gu
const ibanText = /(?<![\p{L}\d])[a-z]{2}\d{2}(?: ?[a-z0-9]){11,30}/giu
const cardText = /(?<![\d.,])\d(?:[ -]?\d){12,18}(?![\d])/g

const patternSearches: Readonly<Record<RedactionPattern, TextSearch>> = {
  email: text => matchesOf(text, emailText, 'email'),
  phone: text =>
    matchesOf(text, phoneText, 'phone').filter(({ start, end }) => {
      const found = text.slice(start, end)
      const digits = found.replaceAll(/\D/g, '').length
      return digits >= 7 && digits <= 15 && !/^0?\d[./-]\d{1,2}[./-]\d{2,4}$/.test(found)
    }),
  iban: text =>
    matchesOf(text, ibanText, 'iban').flatMap(match => {
      // The next word may be taken for its last group.
      for (let { end } = match; end - match.start >= 15; end--)
        if (isIban(text.slice(match.start, end))) return [{ ...match, end }]
      return []
    }),
  card: text =>
    matchesOf(text, cardText, 'card').filter(({ start, end }) => isCardNumber(text.slice(start, end))),
}

/** ISO 13616: the rearranged number is 1 modulo 97. */
function isIban(text: string): boolean {
  const compact = text.replaceAll(' ', '').toUpperCase()
  if (compact.length < 15 || compact.length > 34 || text.endsWith(' ')) return false
  let remainder = 0
  for (const character of `${compact.slice(4)}${compact.slice(0, 4)}`)
    for (const digit of String(Number.parseInt(character, 36)))
      remainder = (remainder * 10 + Number(digit)) % 97
  return remainder === 1
}

/** ISO/IEC 7812: the Luhn check digit. */
function isCardNumber(text: string): boolean {
  const digits = [...text.replaceAll(/\D/g, '')].map(Number).reverse()
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? digit : digit * 2
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0 && new Set(digits).size > 1
}
