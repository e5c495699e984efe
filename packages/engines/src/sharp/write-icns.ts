/** Packs PNG images as an Apple icon (ICNS). */

/** Types by side; the second of a side is for screens with twice the pixels. */
const typesBySide: Readonly<Record<number, readonly string[]>> = {
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['icp6', 'ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
}

export const icnsSides: readonly number[] = Object.keys(typesBySide).map(Number)
const headerBytes = 8

export function writeIcns(images: readonly { readonly side: number; readonly png: Buffer }[]): Buffer {
  const entries = images.flatMap(({ side, png }) =>
    (typesBySide[side] ?? []).flatMap(type => [header(type, png.length), png]),
  )
  const length = entries.reduce((sum, entry) => sum + entry.length, 0)
  return Buffer.concat([header('icns', length), ...entries])
}

function header(type: string, contentBytes: number): Buffer {
  const bytes = Buffer.alloc(headerBytes)
  bytes.write(type, 0, 'latin1')
  bytes.writeUInt32BE(contentBytes + headerBytes, 4)
  return bytes
}
