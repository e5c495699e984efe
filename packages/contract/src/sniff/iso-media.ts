/** Distinguishes the formats that share the ISO base media container. */
import { type FormatId, formatFacts, formatIds } from '../formats.ts'
import { hasAt, latin1, uint32be } from './bytes.ts'

const formatByBrand: ReadonlyMap<string, FormatId> = new Map(
  formatIds.flatMap(id => (formatFacts(id).brands ?? []).map(brand => [brand, id] as const)),
)

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
  const isImage = genericImageBrands.has(major)
  const brands = isImage ? compatible.filter(isImageBrand) : [major, ...compatible]
  // A vendor's unknown brand: use the compatible brands.
  for (const brand of brands) {
    const format = formatOfBrand(brand)
    if (format !== undefined) return format
  }
  return isImage || compatible.some(brand => genericImageBrands.has(brand)) ? 'heic' : undefined
}

/** Of still images, sequences and their profiles; another brand names the codec, if any does. */
const genericImageBrands: ReadonlySet<string> = new Set([
  'mif1',
  'mif2',
  'mif3',
  'msf1',
  'miaf',
  'MiPr',
  'MiCm',
  '1pic',
  'heif',
  'pred',
  'unif',
])

function isImageBrand(brand: string): boolean {
  const format = formatByBrand.get(brand)
  return format === 'avif' || format === 'heic'
}

/** 3GPP has a brand for each profile and release: 3gp4, 3g2a, 3gr6 ... */
function formatOfBrand(brand: string): FormatId | undefined {
  return formatByBrand.get(brand) ?? (/^3g[a-z2]\w$/.test(brand) ? '3gp' : undefined)
}
