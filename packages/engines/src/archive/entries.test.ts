import { describe, expect, test } from 'vitest'
import { safeEntryNames } from './entries.ts'

const one = (name: string) => safeEntryNames([name])[0]

test.each([
  'report.pdf',
  'folder/sub folder/photo (1).jpg',
  '.gitignore',
  '日本語/写真.png',
  'עברית/العربية.txt',
  'family 👨‍👩‍👧‍👦.jpg',
  'é composed and é decomposed',
  "it's 100% & more; $HOME #1 [x] {y}.txt",
  'a..b.txt',
])('safeEntryNames: keeps %s', name => {
  expect(one(name)).toBe(name)
})

test.each([
  ['/etc/passwd', 'etc/passwd'],
  ['../../etc/passwd', 'etc/passwd'],
  ['a/../../b', 'a/b'],
  ['./a//b/.', 'a/b'],
  ['C:/Windows/x.dll', 'C_/Windows/x.dll'],
  ['..\\..\\x.dll', '.._.._x.dll'],
  ['file.txt:stream', 'file.txt_stream'],
  ['what? <really>*.txt', 'what_ _really__.txt'],
  ['line\nbreak\u0000\u001b[31m\u0085.txt', 'line_break__[31m_.txt'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['CON', '_CON'],
  ['dir/aux.txt', 'dir/_aux.txt'],
  ['com1.tar.gz', '_com1.tar.gz'],
  ['console.txt', 'console.txt'],
  ['ends in dots...', 'ends in dots_'],
  ['ends in space ', 'ends in space_'],
  ['...', '_'],
  ['half \ud83d of an emoji', 'half \ufffd of an emoji'],
  ['', 'file'],
  ['..', 'file'],
])('safeEntryNames: turns %j into %j', (name, safe) => {
  expect(one(name)).toBe(safe)
})

describe('safeEntryNames: long names', () => {
  test('are truncated and keep their extension', () => {
    const name = one(`${'x'.repeat(400)}.tar.gz`) as string
    expect(name).toMatch(/^x+\.tar\.gz$/)
    expect(Buffer.byteLength(name)).toBe(240)
  })

  test('are truncated at grapheme boundaries', () => {
    const name = one(`${'👨‍👩‍👧‍👦'.repeat(40)}.jpg`) as string
    expect(name.replaceAll('👨‍👩‍👧‍👦', '')).toBe('.jpg')
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240)
  })

  test('an endless combining sequence is replaced', () => {
    expect(one(`a${'\u0301'.repeat(2000)}.txt`)).toBe('_.txt')
  })

  test('a path of a thousand folders keeps the first folder and the file', () => {
    const name = one(`${'folder/'.repeat(1000)}file.txt`) as string
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(1000)
    expect(name).toMatch(/^folder\/(folder\/)+file\.txt$/)
  })
})

describe('safeEntryNames: duplicates', () => {
  test('are numbered before their extension', () => {
    expect(safeEntryNames(['a.txt', 'a.txt', 'a.txt', 'd/a.txt', 'a.tar.gz', 'a.tar.gz', 'a', 'a'])).toEqual([
      ...['a.txt', 'a (2).txt', 'a (3).txt', 'd/a.txt', 'a.tar.gz', 'a (2).tar.gz', 'a', 'a (2)'],
    ])
  })

  test('a number that is already taken is skipped', () => {
    expect(safeEntryNames(['a.txt', 'a (2).txt', 'a.txt'])).toEqual(['a.txt', 'a (2).txt', 'a (3).txt'])
  })

  test('are detected across case, Unicode normalization and sanitizing', () => {
    expect(safeEntryNames(['A.txt', 'a.TXT'])).toEqual(['A.txt', 'a (2).TXT'])
    expect(safeEntryNames(['é', 'e\u0301'])).toEqual(['é', 'e\u0301 (2)'])
    expect(safeEntryNames(['a?b', 'a*b'])).toEqual(['a_b', 'a_b (2)'])
  })

  test('long names stay unique within the length limit', () => {
    const names = safeEntryNames([`${'x'.repeat(400)}.txt`, `${'x'.repeat(500)}.txt`]) as string[]
    expect(new Set(names).size).toBe(2)
    expect(names[1]).toMatch(/x \(2\)\.txt$/)
    expect(Math.max(...names.map(name => Buffer.byteLength(name)))).toBe(240)
  })

  test('a file never gets the name of a folder', () => {
    expect(safeEntryNames(['a', 'a/b.txt'])).toEqual(['a (2)', 'a/b.txt'])
    expect(safeEntryNames(['a', 'A/'])).toEqual(['a (2)', 'A'])
  })

  test('an empty folder is listed once, and only if nothing is inside it', () => {
    expect(safeEntryNames(['a/', 'a/', 'b/', 'b/c', '/'])).toEqual(['a', null, null, 'b/c', null])
  })
})
