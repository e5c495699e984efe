/** Guesses what kind of text a file without an extension is, where its beginning leaves no doubt. */
import type { FormatId } from './formats.ts'

const starts: readonly (readonly [FormatId, RegExp])[] = [
  ['vcf', /^BEGIN:VCARD\r?\n/i],
  ['ics', /^BEGIN:VCALENDAR\r?\n/i],
  ['vtt', /^WEBVTT(?:\s|$)/],
  ['ass', /^\[Script Info\]/],
  ['srt', /^\d+\r?\n\d{1,2}:\d\d:\d\d,\d{3} --> \d{1,2}:\d\d:\d\d,\d{3}/],
  ['json', /^(?:\{\s*"[^"]*"\s*:|\[\s*(?:\{\s*"[^"]*"\s*:|\[|"[^"]*"\s*,|-?\d+(?:\.\d+)?\s*,))/],
  ['yaml', /^(?:%YAML 1\.\d\r?\n)?---\r?\n(?:#.*\r?\n)*(?:- |[\w-]+:(?: |\r?\n))/],
]

const minMailHeaders = 3
const mailHeaders = [
  /^From:/im,
  /^(?:Subject|To|Date|Message-ID):/im,
  /^(?:MIME-Version|Received|Message-ID|Return-Path):/im,
]

export function guessTextFormat(text: string): FormatId | undefined {
  const start = text.replace(/^\ufeff/, '').trimStart()
  const found = starts.find(([, pattern]) => pattern.test(start))
  if (found) return found[0]
  const headers = headersOf(start)
  return headers !== undefined && mailHeaders.every(pattern => pattern.test(headers)) ? 'eml' : undefined
}

/** Headers of a mail, up to an empty line: only lines such as "From: x" and their continuations. */
function headersOf(text: string): string | undefined {
  let [headers, start] = [0, 0]
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    const line = text.slice(start, end).trimEnd()
    if (line === '') return headers >= minMailHeaders ? text.slice(0, start) : undefined
    if (/^[A-Z][\w-]{1,40}:/i.test(line)) headers += 1
    else if (headers === 0 || !/^[ \t]/.test(line)) return undefined
    start = end + 1
  }
  return undefined
}
