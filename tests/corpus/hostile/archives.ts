/**
 * Archives with path traversal, false sizes and decompression bombs. They are unpacked and packed again, packed as they
 * are, or are declared as documents.
 */
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { type HostileFile, hostile, type Targets } from './hostile-file.ts'

interface RawEntry {
  readonly name: string
  readonly plain: Buffer
  readonly packed?: Buffer
  /** Unix mode, for symbolic links and devices. */
  readonly mode?: number
  readonly declaredBytes?: number
  readonly isEncrypted?: boolean
  /** Points at the data of the first such entry instead of having its own (overlapping entries). */
  readonly isSharingBytes?: boolean
}

/** Writes a zip exactly as described, including invalid ones. */
export function rawZip(entries: readonly RawEntry[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  let sharedAt: number | undefined
  for (const { name, plain, packed = deflateRawSync(plain), ...entry } of entries) {
    const nameBytes = Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x800 | (entry.isEncrypted ? 1 : 0), 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(plain), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(entry.declaredBytes ?? plain.length, 18)
    fields.writeUInt16LE(nameBytes.length, 22)
    const isNew = !entry.isSharingBytes || sharedAt === undefined
    const at = isNew ? offset : (sharedAt ?? offset)
    if (entry.isSharingBytes) sharedAt ??= offset
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), fields, rest, nameBytes)
    if (!isNew) continue
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, nameBytes, packed])
    locals.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, listed, end])
}

interface TarEntry {
  readonly name: string
  /** 0 file, 1 hard link, 2 symbolic link, 3 character device, 6 FIFO. */
  readonly type: string
  readonly linkName?: string
  readonly content?: Buffer
  readonly declaredBytes?: number
}

/** Writes a TAR archive exactly as described, including invalid ones. */
export function rawTar(entries: readonly TarEntry[]): Buffer {
  const blocks = entries.flatMap(({ name, type, linkName = '', content = Buffer.alloc(0), ...entry }) => {
    const declaredBytes = entry.declaredBytes ?? content.length
    const block = Buffer.alloc(512)
    block.write(name, 0, 100)
    block.write('0000777\0', 100)
    block.write(`${declaredBytes.toString(8).padStart(11, '0')}\0`, 124)
    block.write('00000000000\0', 136)
    block.write('        ', 148)
    block.write(type, 156)
    block.write(linkName, 157, 100)
    block.write('ustar\x0000', 257)
    const sum = block.reduce((total, byte) => total + byte, 0)
    block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return [block, content, Buffer.alloc((512 - (content.length % 512)) % 512)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

export function hostileArchives({ text, image }: Targets, escapeName: string): HostileFile[] {
  const escaped = Buffer.from('escaped')
  const up = '../'.repeat(12)
  const names = [
    `${up}tmp/${escapeName}`,
    `/tmp/${escapeName}`,
    `..\\..\\${escapeName}`,
    `C:\\${escapeName}`,
    `a/../../${escapeName}`,
    `new\nline`,
    `nul\0byte`,
    'gpj.\u202eexe',
    'CON.txt',
    'aux',
    'trailing dot.',
    `${'n'.repeat(4000)}`,
    '',
    '.',
    '..',
  ]
  const zip = (what: string, content: Buffer) =>
    hostile('archive', what, 'letter.docx', content, ['docx', 'odt'])
  let nested = rawZip([{ name: '0', plain: Buffer.alloc(4 * 1024 * 1024) }])
  for (let depth = 0; depth < 5; depth++)
    nested = rawZip(Array.from({ length: 16 }, (_, n) => ({ name: `${depth}-${n}.zip`, plain: nested })))
  const linkMode = 0o120777
  return [
    zip('zip: names with path traversal', rawZip(names.map(name => ({ name, plain: escaped })))),
    zip(
      'zip: symbolic links out of the folder',
      rawZip([
        { name: 'word/document.xml', plain: Buffer.from(text), mode: linkMode },
        { name: 'word/media/a.png', plain: Buffer.from(image), mode: linkMode },
        { name: '[Content_Types].xml', plain: Buffer.from('<Types/>') },
      ]),
    ),
    zip('zip: recursive zips', nested),
    zip('zip: declares four gigabytes', rawZip([{ name: 'a', plain: escaped, declaredBytes: 0xfffffffe }])),
    zip('zip: locked', rawZip([{ name: 'a', plain: escaped, isEncrypted: true }])),
    zip('zip: a corrupt directory', rawZip([]).fill(0xff, 8, 12)),
    hostile(
      'archive',
      'tar: links, devices and path traversal',
      'backup.tar',
      rawTar([
        { name: 'link', type: '2', linkName: text },
        { name: 'hard', type: '1', linkName: text },
        { name: 'device', type: '3' },
        { name: 'pipe', type: '6' },
        { name: `${up}tmp/${escapeName}`, type: '0' },
        { name: `/tmp/${escapeName}`, type: '0' },
        { name: 'huge', type: '0', declaredBytes: 0o77777777777 },
      ]),
      ['docx', 'png'],
    ),
    hostile(
      'archive',
      'tar.gz: a link, compressed',
      'backup.tgz',
      gzipSync(rawTar([{ name: 'link', type: '2', linkName: text }])),
      ['svg'],
    ),
    hostile(
      'archive',
      'gzip: 128 megabytes of zeros',
      'drawing.svgz',
      gzipSync(Buffer.alloc(128 * 1024 * 1024)),
      ['svg'],
    ),
  ]
}
