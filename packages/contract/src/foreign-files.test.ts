import { expect, test } from 'vitest'
import { nameForeignFile } from './foreign-files.ts'

const bytes = (text: string, offset = 0) =>
  Uint8Array.from([...Array(offset).fill(0), ...[...text].map(character => character.charCodeAt(0))])

test.each([
  ['setup', bytes('MZ\x90\0'), 'a Windows program (EXE or DLL)'],
  ['tool', bytes('\x7fELF\x02'), 'a Linux program (ELF)'],
  ['disc.bin', bytes('CD001', 0x8001), 'a disc image (ISO)'],
  ['x', bytes('d8:announce35:'), 'a torrent'],
  ['key.txt', bytes('-----BEGIN PGP PUBLIC'), 'a PGP message or key'],
  ['key.txt', bytes('-----BEGIN CERTIFICATE'), 'a certificate or key'],
  ['Install.DMG', bytes('nothing known'), 'a macOS disk image (DMG)'],
  ['unknown.xyz', bytes('nothing known'), undefined],
  ['', new Uint8Array(), undefined],
])('nameForeignFile: %s', (name, head, expected) => {
  expect(nameForeignFile(name, head)).toBe(expected)
})
