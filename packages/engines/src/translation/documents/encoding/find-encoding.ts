/** Detects the encoding of a text from its bytes; names are those of TextDecoder. */
import { JobFailure } from '../../../process/job-failure.ts'

export interface TextEncodingFound {
  readonly encoding: string
  /** Determined by a byte order mark. */
  readonly hasMark: boolean
}

/** Enough to decide; the result applies to the whole text. */
const sampleBytes = 128 * 1024

/** `language` is what the text is said to be in, `declared` what it says about its own encoding, which is often wrong. */
export function findEncoding(
  bytes: Buffer,
  language: string | undefined,
  declared?: string,
): TextEncodingFound {
  const marked = markedEncoding(bytes)
  if (marked !== undefined) return { encoding: marked, hasMark: true }
  const sample = bytes.subarray(0, sampleBytes)
  if (sample.includes(0)) return { encoding: wideEncoding(bytes, sample), hasMark: false }
  const controls = sample.filter(
    byte => byte < 9 || (byte > 13 && byte < 32 && byte !== 26 && byte !== 27),
  ).length
  if (controls * 100 > sample.length) throw noText('more control characters than a text has')
  if (isJapaneseMail(bytes)) return { encoding: 'iso-2022-jp', hasMark: false }
  if (isUtf8(bytes)) return { encoding: 'utf-8', hasMark: false }
  const isDeclared = declared !== undefined && canDecode(bytes, declared)
  return { encoding: isDeclared ? declared : likeliestEncoding(sample, language), hasMark: false }
}

function noText(why: string): JobFailure {
  return new JobFailure('file-damaged', {}, { cause: new Error(why) })
}

function markedEncoding(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, 4).toString('hex')
  if (head.startsWith('efbbbf')) return 'utf-8'
  if (head === 'fffe0000' || head === '0000feff') throw new JobFailure('unsupported-variant')
  if (head.startsWith('fffe')) return 'utf-16le'
  return head.startsWith('feff') ? 'utf-16be' : undefined
}

const separators = /[ \n\u3000-\u3002\uff0c]/g
/** White space, the DOS end of file and escape. */
const textControls = '\t\n\v\f\r\x1a\x1b'

/** UTF-16 without a BOM: the byte order in which spaces and ends of lines are more frequent, or without any, zeros. */
function wideEncoding(bytes: Buffer, sample: Buffer): string {
  const zerosAt = (side: number) => sample.filter((byte, index) => byte === 0 && index % 2 === side).length
  const [little = 0, big = 0] = ['utf-16le', 'utf-16be'].map(
    order => new TextDecoder(order).decode(sample).match(separators)?.length ?? 0,
  )
  const difference = little === big ? zerosAt(1) - zerosAt(0) : little - big
  const encoding = difference > 0 ? 'utf-16le' : 'utf-16be'
  const whole = bytes.subarray(0, bytes.length & ~1)
  const isClear = little !== big || Math.abs(difference) >= sample.length / 20
  if (!isClear || !canDecode(whole, encoding) || hasControls(new TextDecoder(encoding).decode(whole)))
    throw noText('bytes of zero in a text that is not UTF-16')
  return encoding
}

function hasControls(text: string): boolean {
  return [...text].some(character => character < ' ' && !textControls.includes(character))
}

function isJapaneseMail(bytes: Buffer): boolean {
  const hasShift = bytes.includes('\x1b$', 0, 'latin1') || bytes.includes('\x1b(J', 0, 'latin1')
  return hasShift && canDecode(bytes, 'iso-2022-jp')
}

/** Tolerates a truncated last character and a few stray bytes. */
function isUtf8(bytes: Buffer): boolean {
  if (canDecode(bytes, 'utf-8')) return true
  const text = new TextDecoder('utf-8').decode(bytes)
  const strays = text.split('\ufffd').length - 1
  const wide = text.match(/[^\0-\x7f]/g)?.length ?? 0
  return strays * 20 < wide
}

function canDecode(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

const cyrillic = 'оеаинтсрвлкмд|пуяыьгзбчйхжшюцщэфъёіїєґ'
const chinese = new Set(
  '的一是不了在人有我他这個中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海這來國個說們為時會著過學對裡後麼沒還發當無開見經頭從動兩長樣現將與進實點種聲話兒問機給幾業間電門東維基百科書網路',
)
const opening = '«“„‘‚¿¡–—•'
const closing = '»”’…°ºª€™®–—'
const signs = `${opening}${closing}·§£©\u00a0`

/** Common letters; rare ones after the bar. */
const singleByte: readonly (readonly [string, string])[] = [
  ['windows-1252', 'àáâãäåæçèéêëìíîïñòóôõöøùúûüßœ|ðþýÿšž'],
  ['windows-1254', 'çğıöşüâîİ'],
  ['windows-1250', 'ąćęłńóśźżáčďéěíňřšťúůýžäöüßőűăâî|şţđ'],
  ['iso-8859-2', 'ąćęłńóśźżáčďéěíňřšťúůýžäöüßőűăâî|şţđ'],
  ['windows-1257', 'āčēģīķļņšūžąęėįųõäöü'],
  ['windows-1251', cyrillic],
  ['koi8-r', cyrillic],
  ['koi8-u', cyrillic],
  ['ibm866', cyrillic],
  ['iso-8859-5', cyrillic],
  ['x-mac-cyrillic', cyrillic],
  ['windows-1253', 'αοιετσνηυρπκμλςάίόέή|ωγδθχφβξζψύώ'],
  ['windows-1255', 'אבגדהוזחטיכלמנסעפצקרשתםןץףך'],
  ['windows-1256', 'ابتثجحخدذرزسشصضطظعغفقكلمنهويىةأإآءئؤپچگک'],
  ['windows-874', 'กขคฆงจฉชซญฐฑณดตถทธนบปผฝพฟภมยรฤลวศษสหฬอฮะัาำิีึืุูเแโใไ็่้๊๋์'],
  ['macintosh', 'àáâãäåæçèéêëìíîïñòóôõöøùúûüßœ'],
]
const multiByte = ['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr']
/** Most frequent for Western text without distinctive characters. */
const fallback = 'windows-1252'
/** A high mean over many characters is hardly ever chance; single matches often are. */
const sureScore = 0.6

/** Typical encodings by language; others only if none of these fits. */
const usualEncodings: Readonly<Record<string, readonly string[]>> = {
  ru: ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic'],
  ar: ['windows-1256'],
  zh: ['gb18030', 'big5'],
  ja: ['shift_jis', 'euc-jp'],
  ko: ['euc-kr'],
}
const western = ['windows-1252', 'macintosh']

/** Scores single-byte and multi-byte encodings by how plausible the decoded letters are. */
function likeliestEncoding(sample: Buffer, language: string | undefined): string {
  const usual = language === undefined ? [] : (usualEncodings[language] ?? western)
  const all = scores(sample)
  const expected = best(all.filter(([encoding]) => usual.includes(encoding)))
  if (expected.score >= sureScore) return expected.encoding
  const wide = best(all.filter(([encoding]) => multiByte.includes(encoding)))
  if (wide.score >= sureScore) return wide.encoding
  return best(all.filter(([encoding]) => !multiByte.includes(encoding))).encoding
}

function scores(sample: Buffer): (readonly [string, number])[] {
  return [
    ...multiByte.map(encoding => [encoding, multiByteScore(sample, encoding)] as const),
    ...singleByte.map(
      ([encoding, letters]) => [encoding, singleByteScore(sample, encoding, letters)] as const,
    ),
  ]
}

function best(candidates: readonly (readonly [string, number])[]): { encoding: string; score: number } {
  let found = { encoding: fallback, score: 0 }
  for (const [encoding, score] of candidates) if (score > found.score + 0.02) found = { encoding, score }
  return found
}

/** From -1 to 1: plausibility of non-ASCII characters next to their neighbors. */
function singleByteScore(sample: Buffer, encoding: string, letters: string): number {
  let [total, score, previous] = [0, 0, ' ']
  for (const character of new TextDecoder(encoding).decode(sample)) {
    if (character > '\x7f') {
      total += 1
      score += fit(character, previous, letters)
    }
    previous = character
  }
  return score / Math.max(1, total)
}

function fit(character: string, previous: string, letters: string): number {
  const position = letters.indexOf(character)
  const lower = character.toLowerCase()
  if (position >= 0) return letterFit(character, previous, letters, position)
  if (lower !== character && letters.includes(lower)) return /\p{Ll}/u.test(previous) ? -1 : 0.4
  if (!signs.includes(character)) return -1
  return (/\s/.test(previous) && opening.includes(character)) || closes(character, previous) ? 1 : 0
}

function letterFit(character: string, previous: string, letters: string, position: number): number {
  if (/[A-Za-z]/.test(previous) && character > '\u0250') return -1
  // In Latin alphabets, accented letters are mostly next to plain ones.
  if (previous > '\x7f' && /\p{L}/u.test(previous) && character < '\u0250') return 0
  const bar = letters.indexOf('|')
  return bar >= 0 && bar < position ? 0.6 : 1
}

function closes(character: string, previous: string): boolean {
  if ('°ºª'.includes(character)) return /\d/.test(previous)
  return closing.includes(character) && !/\s/.test(previous)
}

/** From -1 to 1: frequency of the characters in the language of the encoding. */
function multiByteScore(sample: Buffer, encoding: string): number {
  // The sample may cut the last character.
  const text = new TextDecoder(encoding).decode(sample).slice(0, -1)
  const wide = [...text].filter(character => character > '\x7f')
  if (wide.length === 0 || text.includes('\ufffd')) return -1
  return wide.reduce((sum, character) => sum + eastAsianFit(character, encoding), 0) / wide.length
}

function eastAsianFit(character: string, encoding: string): number {
  const code = character.codePointAt(0) ?? 0
  const isWithin = (first: number, last: number) => code >= first && code <= last
  if (isWithin(0xe000, 0xf8ff) || code < 0x2000) return -1
  // Half-width katakana, which single bytes decode to by chance.
  if (isWithin(0xff61, 0xff9f)) return 0
  const isSign = code < 0x3040 || code >= 0xff00
  const isHan = isWithin(0x4e00, 0x9fff)
  if (isSign) return 0.7
  if (encoding === 'euc-kr') return isWithin(0xac00, 0xd7a3) ? 1 : -0.5
  if (encoding === 'shift_jis' || encoding === 'euc-jp') return japaneseFit(isWithin(0x3040, 0x30ff), isHan)
  return chinese.has(character) ? 2 : isHan ? 0.3 : -1
}

function japaneseFit(isSyllable: boolean, isHan: boolean): number {
  if (isSyllable) return 1
  return isHan ? 0.65 : -1
}
