/** Archives. */
import type { FormatDefinition } from './format-definition.ts'

export const packedFormats = {
  // Any file: files in an archive need not have a known format.
  other: { label: 'file', kind: 'archive', mime: 'application/octet-stream', extensions: ['file'] },
  zip: {
    label: 'ZIP',
    kind: 'archive',
    mime: 'application/zip',
    extensions: ['zip'],
    looksLike: ['textpack'],
  },
  '7z': {
    label: '7Z',
    kind: 'archive',
    mime: 'application/x-7z-compressed',
    extensions: ['7z'],
    signatures: ['7z\xbc\xaf\x27\x1c'],
  },
  // Written TAR archives are always gzipped; read ones may be plain.
  tar: { label: 'TAR', kind: 'archive', mime: 'application/gzip', extensions: ['tar.gz', 'tgz', 'tar'] },
  rar: {
    label: 'RAR',
    kind: 'archive',
    mime: 'application/vnd.rar',
    extensions: ['rar'],
    signatures: ['Rar!\x1a\x07'],
  },
  // Those that hold a TAR archive are unpacked whole.
  gz: { label: 'GZ', kind: 'archive', mime: 'application/gzip', extensions: ['gz'] },
  bz2: {
    label: 'BZ2',
    kind: 'archive',
    mime: 'application/x-bzip2',
    extensions: ['bz2', 'tbz2', 'tbz'],
    signatures: ['BZh?1AY&SY', 'BZh?\x17\x72\x45\x38\x50\x90'],
  },
  xz: {
    label: 'XZ',
    kind: 'archive',
    mime: 'application/x-xz',
    extensions: ['xz', 'txz'],
    signatures: ['\xfd7zXZ\0'],
  },
  zst: {
    label: 'ZST',
    kind: 'archive',
    mime: 'application/zstd',
    extensions: ['zst', 'tzst'],
    signatures: ['\x28\xb5\x2f\xfd'],
  },
  // Holds one file and the signatures of it; often without a fixed start.
  p7m: {
    label: 'P7M',
    kind: 'archive',
    mime: 'application/pkcs7-mime',
    extensions: ['p7m'],
    looksLike: ['txt'],
  },
  iso: { label: 'ISO', kind: 'archive', mime: 'application/x-iso9660-image', extensions: ['iso'] },
  cpio: { label: 'CPIO', kind: 'archive', mime: 'application/x-cpio', extensions: ['cpio'] },
  cab: {
    label: 'CAB',
    kind: 'archive',
    mime: 'application/vnd.ms-cab-compressed',
    extensions: ['cab'],
    signatures: ['MSCF\0\0\0\0'],
  },
} as const satisfies Record<string, FormatDefinition>
