import { expect, test } from 'vitest'
import { nameDisguisedFile, nameForeignFile } from './foreign-files.ts'

const bytes = (text: string, offset = 0) =>
  Uint8Array.from([...Array(offset).fill(0), ...[...text].map(character => character.charCodeAt(0))])

test.each([
  ['setup', bytes('MZ\x90\0'), 'a Windows program (EXE or DLL)'],
  ['tool', bytes('\x7fELF\x02'), 'a Linux program (ELF)'],
  ['rows', bytes('ORC\x0a'), 'an ORC table'],
  ['book', bytes('SNBP000B'), 'an e-book of a Bambook reader (SNB)'],
  ['x', bytes('d8:announce35:'), 'a torrent'],
  ['key.txt', bytes('-----BEGIN PGP PUBLIC'), 'a PGP message or key'],
  ['key.txt', bytes('-----BEGIN CERTIFICATE'), 'a certificate or key'],
  ['Install.DMG', bytes('nothing known'), 'a macOS disk image (DMG)'],
  ['unknown.xyz', bytes('nothing known'), undefined],
  ['', new Uint8Array(), undefined],
])('nameForeignFile: %s', (name, head, expected) => {
  expect(nameForeignFile(name, head)).toBe(expected)
})

test.each([
  ['cube.obj', 'v 0 0 0\n', 'a 3D model'],
  ['cube.stl', 'solid cube\n', 'a 3D model'],
  ['cube.off', 'OFF\n8 6 12\n', 'a 3D model'],
  ['cube', 'ply\nformat ascii 1.0\n', 'a 3D model'],
  ['flow.drawio', '<mxfile host="x">', 'a draw.io diagram'],
  ['wave.tgs', '\x1f\x8b\x08', 'a Telegram sticker (TGS)'],
  ['notes.txt', 'Dear reader', undefined],
  ['server.key', '-----BEGIN CERTIFICATE', undefined],
  ['logs.gz', '\x1f\x8b\x08', undefined],
])('nameDisguisedFile: %s', (name, head, expected) => {
  expect(nameDisguisedFile(name, bytes(head))).toBe(expected)
})
