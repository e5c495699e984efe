/** Archives of every format: round trip, name sanitizing, passwords and cleanup. */

import { execFile } from 'node:child_process'
import { link, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { everyNth } from '../support/thorough.ts'
import { createRandom, randomBytes, randomTree } from './support/archive-samples.ts'
import {
  type Packer,
  type Sample,
  startPacker,
  type Unpacker,
  unpackWithBsdtar,
  unpackWithSevenZip,
  unpackWithTar,
  unpackWithUnar,
  unpackWithUnrar,
} from './support/archives.ts'
import { processesBelow } from './support/processes-below.ts'

let packer: Packer

beforeAll(async () => {
  packer = await startPacker()
})

afterAll(() => packer.close())

const formats = ['zip', '7z', 'tar', 'rar'] as const
const modifiedAt = new Date(Date.UTC(2020, 1, 29, 12, 34, 56))
const sample = (name: string, content: string | Uint8Array = name): Sample => ({
  name,
  bytes: Buffer.from(content),
  modifiedAt,
})

const unpackers: Record<(typeof formats)[number], readonly Unpacker[]> = {
  zip: [unpackWithBsdtar, unpackWithSevenZip, unpackWithUnar],
  '7z': [unpackWithBsdtar, unpackWithSevenZip],
  tar: [unpackWithBsdtar, unpackWithTar],
  rar: [unpackWithBsdtar],
}

describe.concurrent.each(formats)('%s', format => {
  test.each(everyNth(2, [1, 5, 9]))('COMP-03 round-trips a file tree at level %i', async level => {
    const samples = randomTree(200 + level)
    const path = await packer.pack({ samples, to: format, level })
    for (const unpack of unpackers[format]) {
      const unpacked = await unpack(path)
      for (const { name, bytes, modifiedAt: time } of samples) {
        const found = unpacked.get(name.replace(/\/$/, ''))
        expect(found, name).toBeDefined()
        if (!name.endsWith('/')) expect(found?.bytes?.equals(bytes), name).toBe(true)
        // unar only reads DOS timestamps, which have a resolution of two seconds.
        const toleranceMs = unpack === unpackWithUnar ? 2000 : 1000
        expect(Math.abs((found?.modifiedAtMs ?? 0) - time.getTime()), name).toBeLessThan(toleranceMs)
      }
    }
  })

  test('sanitizes hostile names without losing files', async () => {
    const names = [
      '../../evil',
      '/etc/passwd',
      'a\\..\\b',
      'CON',
      'x\ny',
      'same.txt',
      'SAME.txt',
      'f',
      'f/g',
      '*',
    ]
    const path = await packer.pack({ samples: names.map(name => sample(name)), to: format })
    const unpacked = await unpackWithBsdtar(path)
    const files = [...unpacked].filter(([, { bytes }]) => bytes !== null)
    expect(Object.fromEntries(files.map(([name, { bytes }]) => [name, String(bytes)]))).toEqual({
      evil: '../../evil',
      'etc/passwd': '/etc/passwd',
      'a_.._b': 'a\\..\\b',
      _CON: 'CON',
      x_y: 'x\ny',
      'same.txt': 'same.txt',
      'SAME (2).txt': 'SAME.txt',
      'f (2)': 'f',
      'f/g': 'f/g',
      _: '*',
    })
  })

  test('does not follow symbolic links', async () => {
    const path = join(packer.folder, `${format}-0-input`)
    await symlink('/etc/passwd', path)
    const packing = packer.packFiles([{ path, name: 'a', modifiedAt }], { to: format })
    await expect(packing).rejects.toMatchObject({ code: 'internal' })
  })

  test('reports increasing progress up to 100 percent', async () => {
    const percents: number[] = []
    const samples = [sample('a', randomBytes(createRandom(1), 3_000_000)), sample('b', 'x'.repeat(1_000_000))]
    await packer.pack({ samples, to: format, level: 3, onProgress: ({ percent }) => percents.push(percent) })
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect(percents.at(-1)).toBe(100)
    expect(percents.some(percent => percent > 0 && percent < 100)).toBe(true)
  })
})

describe.each(formats)('%s', format => {
  test('stops at once and leaves nothing behind when canceled', async () => {
    const cancel = new AbortController()
    const samples = [sample('a', randomBytes(createRandom(2), 5_000_000))]
    const packing = packer.pack({
      samples,
      to: format,
      level: 9,
      signal: cancel.signal,
      onProgress: () => cancel.abort(),
    })
    await expect(packing).rejects.toMatchObject({ code: 'cancelled' })
    await vi.waitFor(() => {
      expect(processesBelow(process.pid, '/job/out')).toEqual([])
      expect(processesBelow(process.pid, 'archive/')).toEqual([])
    })
    expect(await packer.leftovers()).toEqual(expect.not.arrayContaining([expect.stringMatching(/work-/)]))
  })
})

describe('archive passwords', () => {
  const password = 'correct horse 4711'
  const openers: [(typeof formats)[number], Unpacker][] = [
    ['zip', unpackWithSevenZip],
    ['7z', unpackWithSevenZip],
    ['rar', unpackWithUnrar],
  ]

  test.each(openers)('COMP-10 a protected %s opens only with the password', async (format, open) => {
    // Large enough for two runs of 7-Zip: one for compressed and one for stored files.
    const noise = sample('noise', randomBytes(createRandom(3), 9_000_000))
    const path = await packer.pack({
      samples: [sample('a.txt', 'secret'.repeat(99)), noise],
      to: format,
      level: 1,
      password,
    })
    const unpacked = await open(path, password)
    expect(unpacked.get('a.txt')?.bytes?.toString()).toBe('secret'.repeat(99))
    expect(unpacked.get('noise')?.bytes?.equals(noise.bytes)).toBe(true)
    await expect(open(path, 'another')).rejects.toThrow()
    await expect(open(path)).rejects.toThrow()
  })

  test('a ZIP uses AES-256; 7z and RAR encrypt the names as well', async () => {
    const samples = [sample('name-to-hide.txt', 'secret')]
    const zip = await packer.pack({ samples, to: 'zip', password })
    const { stdout } = await promisify(execFile)('7zz', ['l', '-slt', zip])
    expect(stdout).toContain('Method = AES-256')
    for (const format of ['7z', 'rar'] as const) {
      const bytes = await readFile(await packer.pack({ samples, to: format, password }))
      expect(bytes.includes('name-to-hide')).toBe(false)
    }
  })

  test.each(['zip', '7z', 'rar'] as const)(
    'never exposes a password in the process list (%s)',
    async format => {
      const processTexts = new Set<string>()
      const onProgress = async () => {
        for (const pid of await readdir('/proc')) {
          if (!/^\d+$/.test(pid)) continue
          for (const file of ['cmdline', 'environ'])
            processTexts.add(await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => ''))
        }
      }
      const checks: Promise<void>[] = []
      await packer.pack({
        samples: [sample('a', randomBytes(createRandom(4), 4_000_000))],
        to: format,
        level: 7,
        password,
        onProgress: () => checks.push(onProgress()),
      })
      await Promise.all(checks)
      const program = format === 'rar' ? 'archive/rar/program.ts' : '/usr/bin/7zz'
      expect([...processTexts].some(text => text.includes(program))).toBe(true)
      expect([...processTexts].filter(text => text.includes(password))).toEqual([])
    },
  )

  test.each([
    ['tar', 'x', 'tar-with-password'],
    ['zip', '', 'archive-password-missing'],
    ['zip', 'pässword', 'password-not-for-zip'],
    ['zip', 'x'.repeat(100), 'password-too-long'],
    ['rar', 'x'.repeat(128), 'password-too-long'],
    ['7z', 'two\nlines', 'password-with-control-characters'],
  ] as const)('COMP-11 %s rejects %j', async (format, given, code) => {
    await expect(packer.pack({ samples: [sample('a')], to: format, password: given })).rejects.toMatchObject({
      code,
    })
  })

  test.each([
    ['7z', 'pässwörd 日本', unpackWithSevenZip],
    ['zip', ' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ ', unpackWithSevenZip],
  ] as const)('%s accepts %j', async (format, given, open) => {
    const path = await packer.pack({ samples: [sample('a', 'content')], to: format, password: given })
    expect((await open(path, given)).get('a')?.bytes?.toString()).toBe('content')
  })
})

test('COMP-12 a tar is a single gzip stream at every level', async () => {
  const samples = [sample('a', 'x'.repeat(2_000_000)), sample('b', randomBytes(createRandom(5), 1_500_000))]
  for (const level of [1, 9]) {
    const bytes = await readFile(await packer.pack({ samples, to: 'tar', level }))
    expect(bytes.subarray(0, 3)).toEqual(Buffer.of(0x1f, 0x8b, 8))
    expect(gunzipSync(bytes).length % 512).toBe(0)
    expect(gunzipSync(bytes).length).toBe(bytes.readUInt32LE(bytes.length - 4))
  }
})

test('packing does not change the stored files', async () => {
  const stored = join(packer.folder, '0-0-input')
  await writeFile(stored, 'stored')
  const before = new Date(Date.UTC(2011, 1, 1))
  await utimes(stored, before, before)
  const path = join(packer.folder, '0-1-input')
  await link(stored, path)
  for (const format of formats) await packer.packFiles([{ path, name: 'a', modifiedAt }], { to: format })
  expect((await stat(stored)).mtimeMs).toBe(before.getTime())
  expect(await readFile(stored, 'utf8')).toBe('stored')
})
