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

/** Headers of a mail: only lines such as "From: x" and their continuations, with a sender. */
const mailStart = /^(?:[A-Z][\w-]{1,40}: ?.*\r?\n(?:[ \t].*\r?\n)*){3,}\r?\n/i
const mailHeaders = [
  /^From:/im,
  /^(?:Subject|To|Date|Message-ID):/im,
  /^(?:MIME-Version|Received|Message-ID|Return-Path):/im,
]

export function guessTextFormat(text: string): FormatId | undefined {
  const start = text.replace(/^\ufeff/, '').trimStart()
  const found = starts.find(([, pattern]) => pattern.test(start))
  if (found) return found[0]
  const headers = mailStart.exec(start)?.[0]
  return headers !== undefined && mailHeaders.every(pattern => pattern.test(headers)) ? 'eml' : undefined
}
