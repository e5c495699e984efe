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

/** Names of archives are chosen by attackers: with quadratic work these would take minutes to hours. */
describe('safeEntryNames: hostile names', { timeout: 20_000 }, () => {
  test('long runs of dots and spaces', () => {
    const [name] = safeEntryNames([`${'. '.repeat(100_000)}x`])
    expect(Buffer.byteLength(name ?? '')).toBeLessThanOrEqual(240)
    expect(safeEntryNames([`a${' .'.repeat(100_000)}`])).toEqual(['a_'])
  })

  test('50,000 times the same name, and names that are numbered already', () => {
    const numbered = Array.from({ length: 25_000 }, (_, index) => `a (${index + 2})`)
    const names = safeEntryNames([...numbered, ...Array<string>(25_000).fill('a')])
    expect(new Set(names).size).toBe(50_000)
    expect(names.at(-1)).toBe('a (50000)')
    expect(new Set(safeEntryNames(Array<string>(50_000).fill('x'.repeat(300)))).size).toBe(50_000)
  })

  test('2,000 paths of 2,000 folders each', () => {
    const names = safeEntryNames(Array.from({ length: 2_000 }, (_, index) => `${`${index}/`.repeat(2_000)}f`))
    expect(new Set(names).size).toBe(2_000)
    for (const name of names) expect(name?.split('/').length).toBeLessThanOrEqual(64)
  })
})
