import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { neededLibraries, writeLibraryStub } from './library-stub.ts'

const run = promisify(execFile)
const library = `/usr/lib/${process.arch === 'x64' ? 'x86_64' : 'aarch64'}-linux-gnu/libz.so.1`
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'library-stub-'))
  writeLibraryStub(library, join(folder, 'libz.so.1'))
})
afterAll(() => rm(folder, { recursive: true }))

test('neededLibraries: reads the libraries that a program is linked to', () => {
  expect(neededLibraries('/usr/bin/ffmpeg')).toEqual(
    expect.arrayContaining(['libavcodec.so.59', 'libc.so.6']),
  )
  expect(neededLibraries(library)[0]).toBe('libc.so.6')
})

test('writeLibraryStub: needs no other library and takes little space', async () => {
  const path = join(folder, 'libz.so.1')
  expect(neededLibraries(path)).toEqual([])
  const { size, blocks } = await stat(path)
  expect(size).toBe((await stat(library)).size)
  expect(blocks * 512).toBeLessThan(size / 2)
})

/** Loads the library that the first argument names, and calls one of its functions. */
const callsLibrary = 'my $l = DynaLoader::dl_load_file($ARGV[0], 0) or die DynaLoader::dl_error();'

test('writeLibraryStub: has the symbols of the library, but a call is a segmentation fault', async () => {
  const find = `${callsLibrary} my $f = DynaLoader::dl_find_symbol($l, "zlibVersion") or die "no symbol";`
  const call = `${find} DynaLoader::dl_install_xsub("main::call", $f); call();`
  const perl = (code: string) => run('perl', ['-MDynaLoader', '-e', code, join(folder, 'libz.so.1')])
  await perl(find)
  await expect(perl(call)).rejects.toMatchObject({ signal: 'SIGSEGV' })
})

test('writeLibraryStub: refuses what is not a library', async () => {
  const text = join(folder, 'text')
  await writeFile(text, 'x'.repeat(4096))
  expect(() => writeLibraryStub(text, join(folder, 'refused'))).toThrow('Not a 64-bit little-endian ELF file')
})
