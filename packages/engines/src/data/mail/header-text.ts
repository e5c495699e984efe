/** Decodes header fields of mails: encoded words (RFC 2047) and parameters (RFC 2231). */
import { findEncoding } from '../../translation/documents/encoding/find-encoding.ts'

/** Text in a named encoding; a name that is unknown or wrong is not believed. */
export function decodeBytes(bytes: Buffer, charset: string | undefined): string {
  const named = (charset ?? '').trim().toLowerCase()
  if (named !== '' && named !== 'us-ascii' && named !== 'ascii')
    try {
      return new TextDecoder(aliases[named] ?? named).decode(bytes)
    } catch {
      // Guessed below.
    }
  try {
    return new TextDecoder(findEncoding(bytes, undefined).encoding).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

const aliases: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  cp950: 'big5',
  'utf-7': 'utf-8',
  unicode: 'utf-16le',
}

const encodedWord = /=\?([^?\s]+)\?([bq])\?([^?]*)\?=/gi

/** `value` has one character for each byte. */
export function decodeHeader(value: string): string {
  // White space between encoded words is not part of the text.
  const joined = value.replace(/(\?=)\s+(?==\?[^?\s]+\?[bq]\?)/gi, '$1')
  const parts: string[] = []
  let at = 0
  let pending: { charset: string; bytes: Buffer[] } | undefined
  const flush = () => {
    if (pending) parts.push(decodeBytes(Buffer.concat(pending.bytes), pending.charset))
    pending = undefined
  }
  for (const { 0: word, 1: charset = '', 2: encoding = '', 3: text = '', index } of joined.matchAll(
    encodedWord,
  )) {
    if (index > at) {
      flush()
      parts.push(decodeRaw(joined.slice(at, index)))
    }
    // A character may be split over two words of the same encoding.
    const name = charset.replace(/\*[\s\S]*$/, '').toLowerCase()
    if (pending?.charset !== name) flush()
    pending ??= { charset: name, bytes: [] }
    pending.bytes.push(decodeWord(text, encoding))
    at = index + word.length
  }
  flush()
  parts.push(decodeRaw(joined.slice(at)))
  return parts.join('').replace(/\s+/g, ' ').trim()
}

function decodeRaw(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
  return /^[\x00-\x7f]*$/.test(text) ? text : decodeBytes(Buffer.from(text, 'latin1'), undefined)
}

function decodeWord(text: string, encoding: string): Buffer {
  if (encoding.toLowerCase() === 'b') return Buffer.from(text, 'base64')
  return decodeQuotedPrintable(text.replaceAll('_', ' '))
}

export function decodeQuotedPrintable(text: string): Buffer {
  const decoded = text
    .replace(/(?<![ \t])[ \t]+(?=\r?\n|$)/g, '')
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(decoded, 'latin1')
}

export interface HeaderField {
  /** In lower case. */
  readonly value: string
  readonly params: ReadonlyMap<string, string>
}

const param = /;\s*([^\s=;]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;]*)/g

/** `attachment; filename*0*=utf-8''long%20; filename*1="name.txt"`. */
export function readField(field: string): HeaderField {
  const [value = ''] = field.split(';', 1)
  const given = new Map<string, string>()
  for (const [, name = '', text = ''] of field.matchAll(param)) {
    const plain = text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text.trim()
    if (!given.has(name.toLowerCase())) given.set(name.toLowerCase(), plain)
  }
  const params = new Map<string, string>()
  for (const [name, text] of given) {
    const [base = '', ...rest] = name.split('*')
    if (rest.length === 0) {
      if (!params.has(base)) params.set(base, decodeHeader(text))
    } else if (rest[0] === '' || rest[0] === '0') params.set(base, decodeExtended(base, given))
  }
  return { value: value.trim().toLowerCase(), params }
}

const maxSections = 500

function decodeExtended(base: string, given: ReadonlyMap<string, string>): string {
  const sections: { readonly text: string; readonly isEncoded: boolean }[] = []
  const single = given.get(`${base}*`)
  if (single !== undefined) sections.push({ text: single, isEncoded: true })
  else
    for (let index = 0; index < maxSections; index++) {
      const [encoded, plain] = [given.get(`${base}*${index}*`), given.get(`${base}*${index}`)]
      const text = encoded ?? plain
      if (text === undefined) break
      sections.push({ text, isEncoded: encoded !== undefined })
    }
  const [, charset, start] = /^([^']*)'[^']*'(.*)$/s.exec(sections[0]?.text ?? '') ?? []
  const bytes = sections.map(({ text, isEncoded }, index) => {
    const value = index === 0 && start !== undefined && isEncoded ? start : text
    return isEncoded
      ? value.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      : value
  })
  return decodeBytes(Buffer.from(bytes.join(''), 'latin1'), charset)
}
