/** Distinguishes the formats that share the ISO base media container. */
import type { FormatId } from '../formats.ts'
import { hasAt, latin1, uint32be } from './bytes.ts'

const formatByBrand: Readonly<Record<string, FormatId>> = {
  avif: 'avif',
  avis: 'avif',
  heic: 'heic',
  heix: 'heic',
  heim: 'heic',
  heis: 'heic',
  hevc: 'heic',
  hevx: 'heic',
  hevm: 'heic',
  hevs: 'heic',
  'qt  ': 'mov',
  'mqt ': 'mov',
  'M4A ': 'm4a',
  'M4B ': 'm4a',
  'M4P ': 'm4a',
  'F4A ': 'm4a',
  'F4B ': 'm4a',
  'M4V ': 'mp4',
  M4VH: 'mp4',
  M4VP: 'mp4',
  MSNV: 'mp4',
  mmp4: 'mp4',
  mp41: 'mp4',
  mp42: 'mp4',
  mp71: 'mp4',
  isom: 'mp4',
  iso2: 'mp4',
  iso3: 'mp4',
  iso4: 'mp4',
  iso5: 'mp4',
  iso6: 'mp4',
  iso7: 'mp4',
  iso8: 'mp4',
  iso9: 'mp4',
  avc1: 'mp4',
  dash: 'mp4',
  cmfc: 'mp4',
  cmf2: 'mp4',
  piff: 'mp4',
  'f4v ': 'mp4',
  'F4V ': 'mp4',
  'F4P ': 'mp4',
  // Generic image brands; the compatible brands name the codec.
  mif1: 'heic',
  msf1: 'heic',
}

/** First atoms of QuickTime files older than the ftyp atom. */
const oldQuickTimeAtoms = ['moov', 'mdat', 'wide', 'pnot']

const maxBrands = 64

export function sniffIsoMedia(head: Uint8Array): FormatId | undefined {
  if (hasAt(head, 4, 'ftyp')) return formatOfBrands(head)
  return oldQuickTimeAtoms.some(atom => hasAt(head, 4, atom)) && isAtomSize(head) ? 'mov' : undefined
}

/** Any size is possible here; in text, the four bytes before the name are printable characters. */
function isAtomSize(head: Uint8Array): boolean {
  return head.subarray(0, 4).some(byte => byte < 0x09 || byte > 0x7e)
}

function formatOfBrands(head: Uint8Array): FormatId | undefined {
  const major = latin1(head, 8, 12)
  const compatible: string[] = []
  const end = Math.min(uint32be(head, 0), head.length, 16 + 4 * maxBrands)
  for (let offset = 16; offset + 4 <= end; offset += 4) compatible.push(latin1(head, offset, offset + 4))
  const isImage = major === 'mif1' || major === 'msf1'
  if (isImage && compatible.some(brand => formatByBrand[brand] === 'avif')) return 'avif'
  // A vendor's unknown brand: use the compatible brands.
  for (const brand of [major, ...compatible]) {
    const format = formatOfBrand(brand)
    if (format !== undefined) return format
  }
  return undefined
}

/** 3GPP has a brand for each profile and release: 3gp4, 3g2a, 3gr6 ... */
function formatOfBrand(brand: string): FormatId | undefined {
  if (Object.hasOwn(formatByBrand, brand)) return formatByBrand[brand]
  return /^3g[a-z2]\w$/.test(brand) ? '3gp' : undefined
}
