/** Draws a QR code as SVG or as PNG with sharp edges: every module has the same whole number of pixels. */
/** Restores about 7, 15, 25 or 30 percent of the code. */
export const errorCorrectionLevels = ['L', 'M', 'Q', 'H'] as const
export type ErrorCorrection = (typeof errorCorrectionLevels)[number]

/** Rows of modules without the quiet zone; true is dark. */
export type QrCode = readonly (readonly boolean[])[]

export interface QrStyle {
  /** Of the image, in pixels. */
  readonly size: number
  /** Quiet zone, in modules. */
  readonly margin: number
  /** As #rrggbb. */
  readonly foreground: string
  readonly background: string
}

/** The standard requires a quiet zone of four modules; readers accept less. */
export const standardMargin = 4

export const qrBounds = {
  size: { min: 64, max: 4096, default: 512 },
  margin: { min: 0, max: 16, default: standardMargin },
} as const

/** Below this, cameras often cannot distinguish the modules. */
export const minContrast = 3

/** Contrast ratio as in WCAG 2: from 1 for the same color to 21 for black and white. */
export function contrastOf({ foreground, background }: Pick<QrStyle, 'foreground' | 'background'>): number {
  const [light, dark] = [luminance(foreground), luminance(background)].toSorted((one, other) => other - one)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** Light modules on a dark background, which some readers do not support. */
export function isInverted({ foreground, background }: Pick<QrStyle, 'foreground' | 'background'>): boolean {
  return luminance(foreground) > luminance(background)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map(channel => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))
}

/** Pixels per side that the code needs: one for each module. */
export function leastSize(code: QrCode, margin: number): number {
  return code.length + 2 * margin
}

export function writeSvg(code: QrCode, { size, margin, foreground, background }: QrStyle): string {
  const side = leastSize(code, margin)
  const runs: string[] = []
  code.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (!isDark || row[x - 1]) return
      const end = row.indexOf(false, x)
      const [left, width] = [x + margin, (end < 0 ? row.length : end) - x]
      runs.push(`M${left} ${y + margin}h${width}v1H${left}z`)
    })
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">`,
    `<path fill="${background}" d="M0 0h${side}v${side}H0z"/>`,
    `<path fill="${foreground}" d="${runs.join('')}"/>`,
    '</svg>',
  ].join('')
}

/** Compresses to the zlib format; the browser and Node have different functions for it. */
export type Deflate = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>

/** With a palette of two colors. What a whole number of pixels per module leaves is added to the quiet zone. */
export async function writePng(
  code: QrCode,
  style: QrStyle,
  deflate: Deflate,
): Promise<Uint8Array<ArrayBuffer>> {
  const { size, margin, foreground, background } = style
  const modulePixels = Math.floor(size / leastSize(code, margin))
  const codePixels = code.length * modulePixels
  const start = Math.floor((size - codePixels) / 2)
  const rowBytes = Math.ceil(size / 8) + 1
  const rows = new Uint8Array(size * rowBytes)
  for (let y = 0; y < codePixels; y++)
    for (let x = 0; x < codePixels; x++) {
      if (!code[Math.floor(y / modulePixels)]?.[Math.floor(x / modulePixels)]) continue
      // The first byte of a row is its filter: none.
      const at = (start + y) * rowBytes + 1 + ((start + x) >> 3)
      rows[at] = (rows[at] ?? 0) | (0x80 >> ((start + x) & 7))
    }
  const header = [...uint32(size), ...uint32(size), 1, 3, 0, 0, 0]
  return Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk('IHDR', header),
    ...chunk('PLTE', [...channelsOf(background), ...channelsOf(foreground)]),
    ...chunk('IDAT', [...(await deflate(rows))]),
    ...chunk('IEND', []),
  ])
}

function uint32(value: number): number[] {
  return [24, 16, 8, 0].map(shift => (value >>> shift) & 255)
}

function chunk(type: string, content: readonly number[]): number[] {
  const typed = [...type].map(letter => letter.charCodeAt(0)).concat(content)
  return [...uint32(content.length), ...typed, ...uint32(crc32(typed))]
}

function crc32(bytes: readonly number[]): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}
