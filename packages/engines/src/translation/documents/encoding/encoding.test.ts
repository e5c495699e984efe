/** findEncoding, encodeText: detection and round trip. */
import type { LanguageId } from '@filesmith/contract/languages'
import { expect, test } from 'vitest'
import { decodeEbcdic } from './decode-ebcdic.ts'
import { encodeText } from './encode-text.ts'
import { findEncoding } from './find-encoding.ts'

const texts: readonly (readonly [string, LanguageId, string])[] = [
  ['windows-1252', 'fr', 'Où est-il ? Ça coûte 5 € à Noël, déjà l’été. Größe und Fräulein.'],
  ['windows-1250', 'en', 'Zażółć gęślą jaźń, příliš žluťoučký kůň úpěl ďábelské ódy'],
  ['windows-1251', 'ru', 'Привет, мир! Это простой русский текст о погоде.'],
  ['koi8-r', 'ru', 'Привет, мир! Это простой русский текст о погоде.'],
  ['ibm866', 'ru', 'Однажды, в студеную зимнюю пору, я из лесу вышел.'],
  ['windows-1256', 'ar', 'يولد جميع الناس أحرارا متساوين في الكرامة والحقوق'],
  ['shift_jis', 'ja', 'すべての人間は、生まれながらにして自由である。カタカナ'],
  ['euc-jp', 'ja', 'すべての人間は、生まれながらにして自由である。'],
  ['gb18030', 'zh', '人人生而自由，在尊严和权利上一律平等。他们有理性'],
  ['big5', 'zh', '人人生而自由，在尊嚴和權利上一律平等。他們有理性'],
  ['euc-kr', 'ko', '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.'],
]

test.each(texts)('findEncoding: detects %s', (encoding, language, text) => {
  const bytes = encodeText(text, encoding, false)
  expect(bytes).toBeDefined()
  expect(new TextDecoder(encoding).decode(bytes)).toBe(text)
  expect(findEncoding(bytes ?? Buffer.alloc(0), language)).toEqual({ encoding, hasMark: false })
})

test.each([
  ['utf-8', true],
  ['utf-8', false],
  ['utf-16le', true],
  ['utf-16be', true],
  ['utf-16le', false],
] as const)('findEncoding: detects %s with BOM: %s', (encoding, hasMark) => {
  const text = 'Plain words, Größe and 世界\r\n'
  const bytes = encodeText(text, encoding, hasMark) ?? Buffer.alloc(0)
  expect(findEncoding(bytes, 'en')).toEqual({ encoding, hasMark })
  expect(new TextDecoder(encoding).decode(bytes)).toBe(text)
})

test('findEncoding: detects an encoding of another language than declared', () => {
  for (const [encoding, , text] of texts.filter(([name]) =>
    ['shift_jis', 'koi8-r', 'windows-1256'].includes(name),
  ))
    expect(findEncoding(encodeText(text, encoding, false) ?? Buffer.alloc(0), 'en').encoding).toBe(encoding)
})

test('encodeText: rejects missing letters and replaces missing punctuation', () => {
  expect(encodeText('naïve', 'koi8-r', false)).toBeUndefined()
  expect(encodeText('señor', 'shift_jis', false)).toBeUndefined()
  expect(encodeText('“да” — нет…', 'koi8-r', false)?.toString('latin1')).toMatch(/^"..." *|^".*" - .*\.\.\.$/)
})

test.each([
  [
    'noise',
    Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 2_654_435_761) >>> 24)),
    'file-damaged',
  ],
  ['zeros that are not UTF-16', Buffer.from('ab\0'.repeat(50)), 'file-damaged'],
  ['UTF-32', Buffer.from('fffe000061000000', 'hex'), 'unsupported-variant'],
])('findEncoding: rejects %s', (_, bytes, code) => {
  expect(() => findEncoding(bytes, 'en')).toThrow(expect.objectContaining({ code }))
})

test('decodeEbcdic: chooses the code page by its brackets', () => {
  const text = 'Records [1] and [2].\nOk!'
  expect(decodeEbcdic(Buffer.from('d98583969984a240baf1bb4081958440baf2bb4b15d6925a', 'hex'))).toBe(text)
  expect(decodeEbcdic(Buffer.from('d98583969984a2404af15a40819584404af25a4b15d6924f', 'hex'))).toBe(text)
  const page1047 = 'd98583969984a240adf1bd4081958440adf2bd4b15d6925a'
  expect(decodeEbcdic(Buffer.from(page1047, 'hex'))).toBe(text)
})

test('findEncoding: UTF-16 without a mark, also of scripts without zero bytes', () => {
  for (const text of ['Это русский текст.\n', '这是一个中文文本的例子。\n']) {
    const little = Buffer.from(text.repeat(9), 'utf16le')
    expect(findEncoding(little, undefined).encoding).toBe('utf-16le')
    expect(findEncoding(Buffer.from(little).swap16(), undefined).encoding).toBe('utf-16be')
  }
})
