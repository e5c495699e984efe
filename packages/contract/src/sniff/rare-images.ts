/** Recognizes images whose files start with numbers or text instead of a signature: TGA, PCX, SGI, Netpbm and XBM. */
import type { FormatId } from '../formats.ts'
import { hasAt, latin1, uint16le } from './bytes.ts'

const headBytes = 1024
const tgaHeaderBytes = 18
const tgaTypes = { palette: 1, color: 2, gray: 3 } as const
/** Added to the type of a file with runs. */
const tgaRuns = 8

export function sniffRareImage(head: Uint8Array): FormatId | undefined {
  if (isSgi(head)) return 'sgi'
  if (isPcx(head)) return 'pcx'
  if (isTga(head)) return 'tga'
  return sniffNetpbm(head) ?? (isXbm(head) ? 'xbm' : undefined)
}

/** Every field of the header must be possible, since nothing in it is fixed. */
function isTga(head: Uint8Array): boolean {
  if (head.length < tgaHeaderBytes) return false
  const [type = 0, depth = 0, descriptor = 0] = [head[2], head[16], head[17]]
  const kind = type > tgaRuns ? type - tgaRuns : type
  const hasSize = uint16le(head, 12) > 0 && uint16le(head, 14) > 0
  if (!hasSize || descriptor >= 0x40) return false
  if (kind === tgaTypes.palette)
    return head[1] === 1 && depth === 8 && [15, 16, 24, 32].includes(head[7] ?? 0) && uint16le(head, 5) <= 256
  const isPlain = head[1] === 0 && hasAt(head, 3, [0, 0, 0, 0, 0])
  if (kind === tgaTypes.color) return isPlain && [15, 16, 24, 32].includes(depth)
  return kind === tgaTypes.gray && isPlain && (depth === 8 || depth === 16)
}

function isPcx(head: Uint8Array): boolean {
  const [mark, version = 9, encoding = 9, bits = 0] = head
  const isHeader = mark === 10 && [0, 2, 3, 4, 5].includes(version) && encoding <= 1
  const hasSize = uint16le(head, 8) >= uint16le(head, 4) && uint16le(head, 10) >= uint16le(head, 6)
  const planes = head[65] ?? 0
  return head.length >= 128 && isHeader && [1, 2, 4, 8].includes(bits) && hasSize && planes > 0 && planes <= 4
}

function isSgi(head: Uint8Array): boolean {
  const isHeader = hasAt(head, 0, [0x01, 0xda]) && (head[2] ?? 9) <= 1 && [1, 2].includes(head[3] ?? 0)
  return isHeader && head[4] === 0 && [1, 2, 3].includes(head[5] ?? 0)
}

/** After the mark, numbers between white space and comments. */
const portable = /^P[1-6]\s+\d+\s+\d+\s/
const floats = /^P[Ff]\s+\d+\s+\d+\s+-?[\d.]+\s/
const arbitrary = /^P7\s*\n(?:#|WIDTH|HEIGHT|DEPTH|MAXVAL|TUPLTYPE)/
const portableFormats = ['pbm', 'pgm', 'ppm'] as const

function sniffNetpbm(head: Uint8Array): FormatId | undefined {
  if (head[0] !== 0x50) return undefined
  const text = latin1(head, 0, headBytes)
  if (portable.test(withoutComments(text))) return portableFormats[(Number(text[1]) - 1) % 3]
  if (floats.test(text)) return 'pfm'
  return arbitrary.test(text) ? 'pam' : undefined
}

/** Comments reach to the end of their line. */
function withoutComments(text: string): string {
  return text.replaceAll(/#[^\n]*(?:\n|$)/g, '\n')
}

const xbm = /^(?:\s|\/\*(?:[^*]|\*(?!\/))*\*\/)*#define\s+\w*_?width\s+\d+\s+#define\s+\w*_?height\s+\d+\s/

function isXbm(head: Uint8Array): boolean {
  return xbm.test(latin1(head, 0, headBytes))
}
