/** Tells apart the many formats that share the ISO base media container. */
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
  'M4A ': 'm4a',
  'M4B ': 'm4a',
  'M4P ': 'm4a',
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
  'f4v ': 'mp4',
  '3gp4': 'mp4',
  '3gp5': 'mp4',
  '3gp6': 'mp4',
  '3gp7': 'mp4',
  '3g2a': 'mp4',
  // Pictures in general; which codec is behind them only the compatible brands tell.
  mif1: 'heic',
  msf1: 'heic',
}

/** Atoms that open QuickTime files older than the ftyp atom. */
const oldQuickTimeAtoms = ['moov', 'mdat', 'wide', 'pnot']

const maxBrands = 64

export function sniffIsoMedia(head: Uint8Array): FormatId | undefined {
  if (hasAt(head, 4, 'ftyp')) return formatOfBrands(head)
  return oldQuickTimeAtoms.some(atom => hasAt(head, 4, atom)) && head[0] === 0 ? 'mov' : undefined
}

function formatOfBrands(head: Uint8Array): FormatId | undefined {
  const major = latin1(head, 8, 12)
  const compatible: string[] = []
  const end = Math.min(uint32be(head, 0), head.length, 16 + 4 * maxBrands)
  for (let offset = 16; offset + 4 <= end; offset += 4) compatible.push(latin1(head, offset, offset + 4))
  const isPicture = major === 'mif1' || major === 'msf1'
  if (isPicture && compatible.some(brand => formatByBrand[brand] === 'avif')) return 'avif'
  // An unknown maker's brand is read by what the file says it is compatible with.
  const known = [major, ...compatible].find(brand => Object.hasOwn(formatByBrand, brand))
  return known === undefined ? undefined : formatByBrand[known]
}
