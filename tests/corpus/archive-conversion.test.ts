/** Archives of every readable format, unpacked and packed again: contents, names, passwords, damage. */
import { execFile } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import type { FormatId } from '@filesmith/contract/formats'
import { convertArchive } from '@filesmith/contract/operations/convert-archive'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import { describe, expect, test } from 'vitest'
import { readZip } from '../support/read-zip.ts'
import { everyNth } from '../support/thorough.ts'
import { rawTar, rawZip } from './hostile/archives.ts'
import { randomTree } from './support/archive-samples.ts'
import { startPacker, unpackWithBsdtar, unpackWithSevenZip, unpackWithTar } from './support/archives.ts'
import { useEngine } from './support/converter-of.ts'
import { rawCabinet } from './support/raw-cabinet.ts'

const engine = useEngine('archive')
const run = promisify(execFile)

const samples: ReadonlyMap<string, Buffer> = new Map([
  ['letter.txt', Buffer.from('Dear reader')],
  ['photos/sea.bin', Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 251))],
  ['photos/日本語 é.txt', Buffer.from('names in other scripts')],
  ['empty.txt', Buffer.alloc(0)],
])

/** The samples in a folder, packed by a program that Filesmith does not use for reading them. */
async function packedBy(program: string, args: (archive: string) => readonly string[]): Promise<Buffer> {
  const folder = join(engine.folder, `tree-${Math.random()}`)
  await mkdir(join(folder, 'photos'), { recursive: true })
  for (const [name, bytes] of samples) await writeFile(join(folder, name), bytes)
  const archive = join(engine.folder, `archive-${Math.random()}`)
  await run(program, args(archive), { cwd: folder, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' } })
  return readFile(archive)
}

const names = ['letter.txt', 'photos', 'empty.txt']
const makers: Readonly<Record<string, { readonly format: FormatId; readonly make: () => Promise<Buffer> }>> =
  {
    zip: {
      format: 'zip',
      make: () => packedBy('bsdtar', path => ['-c', '--format=zip', '-f', path, ...names]),
    },
    '7z': {
      format: '7z',
      make: () => packedBy('bsdtar', path => ['-c', '--format=7zip', '-f', path, ...names]),
    },
    tar: { format: 'tar', make: () => packedBy('tar', path => ['-cf', path, ...names]) },
    'tar.gz': { format: 'tar', make: () => packedBy('tar', path => ['-czf', path, ...names]) },
    'tar.bz2': { format: 'bz2', make: () => packedBy('bsdtar', path => ['-cjf', path, ...names]) },
    'tar.xz': { format: 'xz', make: () => packedBy('bsdtar', path => ['-cJf', path, ...names]) },
    'tar.zst': {
      format: 'zst',
      make: async () => zstdCompressSync(await packedBy('tar', path => ['-cf', path, ...names])),
    },
    iso: {
      format: 'iso',
      make: () => packedBy('bsdtar', path => ['-c', '--format=iso9660', '-f', path, ...names]),
    },
    cpio: {
      format: 'cpio',
      make: () => packedBy('bsdtar', path => ['-c', '--format=newc', '-f', path, ...names]),
    },
    rar: {
      format: 'rar',
      async make() {
        const packer = await startPacker()
        try {
          const modifiedAt = new Date(0)
          const files = [...samples].map(([name, bytes]) => ({ name, bytes, modifiedAt }))
          return await readFile(await packer.pack({ samples: files, to: 'rar' }))
        } finally {
          await packer.close()
        }
      },
    },
    cab: { format: 'cab', make: async () => rawCabinet(samples) },
  }

const readers = { zip: unpackWithBsdtar, '7z': unpackWithSevenZip, tar: unpackWithTar }

const pairs = Object.keys(makers).flatMap(from => convertArchive.outputs.map(to => [from, to] as const))

describe('convert-archive', () => {
  test.each(everyNth(5, pairs))('%s to %s keeps every file and name', async (from, to) => {
    const { format, make } = makers[from] as (typeof makers)[string]
    const archive = await make()
    expect(sniffFormat(archive.subarray(0, 65_536), archive.subarray(-65_536))).toBe(format)
    const { path, notes, warnings } = await engine.convert(archive, {
      ability: 'archive/convert',
      from: format,
      to,
    })
    const unpacked = await readers[to](path)
    const files = [...unpacked].filter(([, { bytes }]) => bytes !== null)
    expect(new Map(files.map(([name, { bytes }]) => [name.normalize('NFC'), bytes]))).toEqual(samples)
    expect([notes, warnings]).toEqual([undefined, undefined])
  })

  test.each([
    ['gz', (bytes: Buffer) => gzipSync(bytes)],
    ['zst', (bytes: Buffer) => zstdCompressSync(bytes)],
  ] as const)('%s of one file is that file, and an archive in it stays a file', async (from, compress) => {
    for (const content of [Buffer.from('one file\n'), rawZip([{ name: 'a', plain: Buffer.from('inner') }])]) {
      const packed = compress(content)
      expect(sniffFormat(packed)).toBe(from)
      const { path } = await engine.convert(packed, {
        ability: 'archive/convert',
        from,
        to: 'zip',
        name: 'notes.txt',
      })
      const unpacked = await unpackWithSevenZip(path)
      expect([...unpacked].map(([name, { bytes }]) => [name, bytes])).toEqual([['notes.txt', content]])
    }
  })

  test('times and empty folders are kept', async () => {
    const packer = await startPacker()
    try {
      const tree = randomTree(7)
      const archive = await readFile(await packer.pack({ samples: tree, to: '7z' }))
      const { path } = await engine.convert(archive, { ability: 'archive/convert', from: '7z', to: 'zip' })
      const unpacked = await unpackWithBsdtar(path)
      for (const { name, modifiedAt } of tree) {
        const found = unpacked.get(name.replace(/\/$/, ''))
        if (!name.endsWith('/'))
          expect(found?.modifiedAtMs, name).toBe(Math.floor(modifiedAt.getTime() / 1000) * 1000)
        expect(found, name).toBeDefined()
      }
    } finally {
      await packer.close()
    }
  })
})

test('convert-archive: p7m gives the signed file, also of two signatures, and refuses an encrypted one', async () => {
  const inFolder = { cwd: engine.folder }
  await run(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'key.pem', '-out', 'cert.pem'],
      ...['-subj', '/CN=Anna', '-days', '2'],
    ],
    inFolder,
  )
  await writeFile(join(engine.folder, 'plan.csv'), 'a,b\r\n1,2\r\n')
  const sign = [
    '-sign',
    '-nodetach',
    '-binary',
    '-outform',
    'DER',
    '-signer',
    'cert.pem',
    '-inkey',
    'key.pem',
  ]
  await run('openssl', ['cms', ...sign, '-in', 'plan.csv', '-out', 'once.p7m'], inFolder)
  await run('openssl', ['cms', ...sign, '-stream', '-in', 'once.p7m', '-out', 'twice.p7m'], inFolder)
  await run(
    'openssl',
    ['cms', '-encrypt', '-outform', 'DER', '-in', 'plan.csv', '-out', 'locked.p7m', 'cert.pem'],
    inFolder,
  )
  const request = { ability: 'archive/convert', from: 'p7m', to: 'zip' } as const
  for (const [file, name] of [
    ['once.p7m', 'plan.csv'],
    ['twice.p7m', 'plan.csv.p7m'],
  ] as const) {
    const signed = await readFile(join(engine.folder, file))
    expect(sniffFormat(signed), file).toBe('p7m')
    const { path } = await engine.convert(signed, { ...request, name })
    const unpacked = await unpackWithSevenZip(path)
    expect(
      [...unpacked].map(([entry, { bytes }]) => [entry, String(bytes)]),
      file,
    ).toEqual([['plan.csv', 'a,b\r\n1,2\r\n']])
  }
  const locked = await readFile(join(engine.folder, 'locked.p7m'))
  await expect(engine.convert(locked, request)).rejects.toMatchObject({ code: 'file-encrypted' })
})

describe('convert-archive: passwords', () => {
  test.each(['zip', '7z'] as const)('%s is opened with the right one only', async format => {
    const packer = await startPacker()
    try {
      const files = [{ name: 'secret.txt', bytes: Buffer.from('Ember'), modifiedAt: new Date(0) }]
      const archive = await readFile(await packer.pack({ samples: files, to: format, password: 'Pier 7' }))
      const request = { ability: 'archive/convert', from: format, to: 'zip' } as const
      await expect(engine.convert(archive, request)).rejects.toMatchObject({ code: 'password-needed' })
      await expect(engine.convert(archive, { ...request, password: 'pier 7' })).rejects.toMatchObject({
        code: 'password-wrong',
      })
      const { path } = await engine.convert(archive, { ...request, password: 'Pier 7' })
      expect((await unpackWithBsdtar(path)).get('secret.txt')?.bytes).toEqual(Buffer.from('Ember'))
    } finally {
      await packer.close()
    }
  })

  test('rar: says that it cannot be read', async () => {
    const packer = await startPacker()
    try {
      const files = [{ name: 'secret.txt', bytes: Buffer.from('Ember'), modifiedAt: new Date(0) }]
      const archive = await readFile(await packer.pack({ samples: files, to: 'rar', password: 'Pier' }))
      await expect(
        engine.convert(archive, { ability: 'archive/convert', from: 'rar', to: 'zip' }),
      ).rejects.toMatchObject({ code: 'file-encrypted' })
    } finally {
      await packer.close()
    }
  })
})

describe('convert-archive: damaged archives', () => {
  const noise = Buffer.from(Array.from({ length: 40_000 }, (_, at) => (at * at * 31) % 253))
  const files = [
    { name: 'first.txt', plain: Buffer.from('first') },
    { name: 'second.bin', plain: noise },
  ]

  test('zip: a wrong checksum leaves out that file and says so', async () => {
    const zip = rawZip(files)
    const broken = Buffer.from(zip)
    broken.writeUInt32LE(1, broken.indexOf('second.bin') - 16)
    broken.writeUInt32LE(1, broken.lastIndexOf('second.bin') - 30)
    const { path, warnings } = await engine.convert(broken, {
      ability: 'archive/convert',
      from: 'zip',
      to: 'zip',
    })
    expect(warnings).toEqual(['The archive is damaged: 1 file could not be read.'])
    expect([...(await unpackWithBsdtar(path)).keys()]).toEqual(['first.txt'])
  })

  test('zip and tar: a truncated one yields the files before the end', async () => {
    const tar = rawTar(files.map(({ name, plain }) => ({ name, type: '0', content: plain })))
    for (const [from, whole] of [
      ['zip', rawZip(files)],
      ['tar', tar],
    ] as const) {
      const cut = whole.subarray(0, whole.length / 2)
      const { path, warnings } = await engine.convert(cut, { ability: 'archive/convert', from, to: 'zip' })
      expect(warnings?.[0], from).toMatch(/^The archive is damaged/)
      expect([...(await unpackWithBsdtar(path)).keys()], from).toEqual(['first.txt'])
    }
  })

  test.each(['zip', '7z', 'rar', 'tar', 'gz', 'xz', 'zst', 'iso', 'cpio', 'cab'] as const)(
    '%s: a file that only starts like one is refused',
    async from => {
      const starts: Readonly<Record<string, string>> = {
        gz: '\x1f\x8b\x08\0',
        xz: '\xfd7zXZ\0',
        zst: '\x28\xb5\x2f\xfd',
      }
      const start = Buffer.from(starts[from] ?? '', 'latin1')
      const text = Buffer.from('not an archive at all, but long enough to be read as something '.repeat(20))
      const junk = Buffer.concat([start, text])
      await expect(
        engine.convert(junk, { ability: 'archive/convert', from, to: 'zip' }),
      ).rejects.toMatchObject({ code: 'file-damaged' })
    },
  )
})

describe('convert-archive: hostile archives', () => {
  const content = Buffer.from('escaped')
  const hostileNames = [
    '../../tmp/up',
    '/tmp/absolute',
    'C:\\drive',
    'a/../../b',
    'CON',
    'new\nline',
    'same',
    'SAME',
  ]
  const expected = ['CON', 'new', 'same', 'SAME', 'absolute', 'up', 'drive', 'b'].length

  test('zip and tar: every name is made safe, and no file is lost', async () => {
    const zip = rawZip(hostileNames.map(name => ({ name, plain: content })))
    const tar = rawTar(hostileNames.map(name => ({ name, type: '0', content })))
    for (const [from, archive] of [
      ['zip', zip],
      ['tar', tar],
    ] as const) {
      const { path, notes } = await engine.convert(archive, { ability: 'archive/convert', from, to: 'tar' })
      const listed = (await run('tar', ['-tzf', path, '--quoting-style=literal'])).stdout
        .trimEnd()
        .split('\n')
      const names = listed.filter(name => !name.endsWith('/'))
      expect(names, from).toHaveLength(expected)
      expect(new Set(names.map(name => name.toLowerCase())).size, from).toBe(expected)
      for (const name of names) expect(name, from).not.toMatch(/^\/|\.\.\/|\\|:|^con$/i)
      expect(notes?.join(), from).toMatch(/changed, so that every system can store the files/)
    }
  })

  test('zip and tar: a name of more than 4 kB is refused, one of a kilobyte is cut', async () => {
    const long = (bytes: number) => `${'. '.repeat(bytes / 2 - 1)}xy`
    const zip = (bytes: number) => rawZip([{ name: long(bytes), plain: content }])
    const tar = (bytes: number) =>
      rawTar([
        { name: '././@LongLink', type: 'L', content: Buffer.from(`${long(bytes)}\0`) },
        { name: 'cut', type: '0', content },
      ])
    for (const [from, archive] of [
      ['zip', zip],
      ['tar', tar],
    ] as const) {
      for (const bytes of [4098, 60_000])
        await expect(
          engine.convert(archive(bytes), { ability: 'archive/convert', from, to: 'tar' }),
          `${from} ${bytes}`,
        ).rejects.toMatchObject({ code: 'archive-name-too-long', params: { bytes: 4096 } })
    }
    const { path } = await engine.convert(tar(1000), { ability: 'archive/convert', from: 'tar', to: 'zip' })
    expect([...(await readZip(await readFile(path))).values()]).toEqual([content])
  })

  test('links and devices are left out, and nothing is written through them', async () => {
    const target = join(engine.folder, 'target')
    await mkdir(target)
    await symlink('/etc/passwd', join(engine.folder, 'passwd'))
    const tar = rawTar([
      { name: 'link', type: '2', linkName: target },
      { name: 'link/through.txt', type: '0', content },
      { name: 'secrets', type: '2', linkName: '/etc/passwd' },
      { name: 'hard', type: '1', linkName: '/etc/passwd' },
      { name: 'device', type: '3' },
      { name: 'pipe', type: '6' },
      { name: 'kept.txt', type: '0', content },
    ])
    const { path, notes } = await engine.convert(tar, { ability: 'archive/convert', from: 'tar', to: 'zip' })
    const unpacked = await unpackWithSevenZip(path)
    expect([...unpacked.keys()].toSorted()).toEqual(['kept.txt', 'link', 'link/through.txt'])
    expect(notes).toEqual(['5 links and devices are left out.'])
    const linkMode = 0o120777
    const zip = rawZip([
      { name: 'link', plain: Buffer.from(target), mode: linkMode },
      { name: 'secrets', plain: Buffer.from('/etc/passwd'), mode: linkMode },
      { name: 'kept.txt', plain: content },
    ])
    const second = await engine.convert(zip, { ability: 'archive/convert', from: 'zip', to: 'zip' })
    expect([...(await unpackWithBsdtar(second.path)).keys()]).toEqual(['kept.txt'])
    expect(second.notes).toEqual(['2 links and devices are left out.'])
  })
})

describe('convert-archive: bombs', () => {
  const limits = { maxBytes: 3_000_000, maxEntries: 50, maxRatio: 100, ratioFromBytes: 1_000_000 }
  const small = useEngine('archive', {
    archive: { timeoutMs: 60_000, cpuSeconds: 60, maxOutputBytes: 2 ** 30, unpacking: limits },
  })
  const zeros = Buffer.alloc(2_000_000)
  const noise = Buffer.from(Uint8Array.from({ length: 1_600_000 }, (_, at) => (at * 2_654_435_761) >>> 13))
  const many = Array.from({ length: 60 }, (_, at) => ({ name: `${at}`, type: '0' }))

  test.each([
    ['zip: ratio', 'zip', rawZip([{ name: 'a', plain: zeros }]), /100 times/],
    ['zip: total', 'zip', rawZip([1, 2].map(at => ({ name: `${at}`, plain: noise, packed: noise }))), /2 MB/],
    ['zip: entries', 'zip', rawZip(many.map(({ name }) => ({ name, plain: content(name) }))), /50 files/],
    [
      'zip: overlapping entries',
      'zip',
      rawZip(
        Array.from({ length: 40 }, (_, at) => ({
          name: `${at}`,
          plain: noise.subarray(0, 99_000),
          isSharingBytes: true,
        })),
      ),
      /more than/,
    ],
    ['tar.gz: ratio', 'tar', gzipSync(rawTar([{ name: 'a', type: '0', content: zeros }])), /100 times/],
    ['tar: entries', 'tar', rawTar(many), /50 files/],
    ['gz: ratio', 'gz', gzipSync(zeros), /100 times/],
    ['zst: ratio', 'zst', zstdCompressSync(zeros), /100 times/],
  ] as const)('%s is refused', async (_what, from, archive, reason) => {
    await expect(
      small.convert(archive, { ability: 'archive/convert', from, to: 'zip' }),
    ).rejects.toMatchObject({ code: 'unpacked-too-large', message: expect.stringMatching(reason) })
  })

  test('7z, rar, bz2 and xz: a ratio above the limit is refused', async () => {
    const packer = await startPacker()
    const files = [{ name: 'a', bytes: zeros, modifiedAt: new Date(0) }]
    await writeFile(join(engine.folder, 'zeros'), zeros)
    const compressed = async (type: string, name: string) => {
      await run('7zz', ['a', `-t${type}`, name, 'zeros'], { cwd: engine.folder })
      return readFile(join(engine.folder, name))
    }
    try {
      const bombs = {
        '7z': await readFile(await packer.pack({ samples: files, to: '7z' })),
        rar: await readFile(await packer.pack({ samples: files, to: 'rar' })),
        bz2: await compressed('bzip2', 'zeros.bz2'),
        xz: await compressed('xz', 'zeros.xz'),
      } as const
      for (const from of ['7z', 'rar', 'bz2', 'xz'] as const)
        await expect(
          small.convert(bombs[from], { ability: 'archive/convert', from, to: 'zip' }),
          from,
        ).rejects.toMatchObject({ code: 'unpacked-too-large', message: expect.stringMatching(/100 times/) })
    } finally {
      await packer.close()
    }
  })

  test('zip: an entry that unpacks to more than it declares never exceeds the limits', async () => {
    const lying = rawZip([
      { name: 'kept', plain: Buffer.from('kept') },
      { name: 'a', plain: Buffer.alloc(20_000_000), declaredBytes: 10 },
    ])
    const outcome = await small.convert(lying, { ability: 'archive/convert', from: 'zip', to: 'tar' }).then(
      ({ path }) => unpackWithTar(path),
      error => error as { code: string },
    )
    if (outcome instanceof Map) expect([...outcome.keys()]).toEqual(['kept'])
    else expect(['unpacked-too-large', 'file-damaged']).toContain(outcome.code)
  })
})

function content(name: string): Buffer {
  return Buffer.from(name)
}
