/** Detects the encoding of a text from its bytes; names are those of TextDecoder. */
import { JobFailure } from '../../../process/helper-program.ts'
import { likeliestEncoding } from './likeliest-encoding.ts'

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

/** UTF-16 without a BOM: most texts have many characters below 256, whose high byte is zero. */
function wideEncoding(bytes: Buffer, sample: Buffer): string {
  let [evens, odds] = [0, 0]
  for (const [index, byte] of sample.entries()) {
    if (byte !== 0) continue
    if (index % 2 === 0) evens += 1
    else odds += 1
  }
  const encoding = odds > evens ? 'utf-16le' : 'utf-16be'
  if (
    Math.abs(odds - evens) < sample.length / 20 ||
    !canDecode(bytes.subarray(0, bytes.length & ~1), encoding)
  )
    throw noText('bytes of zero in a text that is not UTF-16')
  return encoding
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
