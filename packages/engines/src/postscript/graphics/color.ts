/** Colors of PostScript as sRGB. */

/** Each from 0 to 1. */
export type Rgb = readonly [number, number, number]

export const black: Rgb = [0, 0, 0]

const clamp = (value: number) => Math.min(1, Math.max(0, value))

export function grayColor(gray: number): Rgb {
  const value = clamp(gray)
  return [value, value, value]
}

export function rgbColor(red: number, green: number, blue: number): Rgb {
  return [clamp(red), clamp(green), clamp(blue)]
}

export function hsbColor(hue: number, saturation: number, brightness: number): Rgb {
  const [h, s, b] = [clamp(hue) * 6, clamp(saturation), clamp(brightness)]
  const channel = (shift: number) => {
    const turn = (h + shift) % 6
    return b - b * s * Math.max(0, Math.min(turn, 4 - turn, 1))
  }
  return [channel(5), channel(3), channel(1)]
}

/**
 * Full inks on coated paper (SWOP), which poppler takes for the drawings in PDF files too: bit 0 is cyan, 1 magenta, 2 yellow,
 * 3 black.
 */
const inks: readonly Rgb[] = [
  [255, 255, 255],
  [0, 174, 239],
  [236, 0, 140],
  [46, 48, 146],
  [255, 242, 0],
  [0, 166, 80],
  [237, 28, 36],
  [54, 54, 57],
  [35, 31, 32],
  [0, 14, 35],
  [35, 0, 0],
  [0, 0, 1],
  [27, 26, 0],
  [0, 18, 0],
  [34, 0, 0],
  [0, 0, 0],
]

/** Between the full inks by the share of the area that each covers (Neugebauer). */
export function cmykColor(cyan: number, magenta: number, yellow: number, key: number): Rgb {
  const shares = [clamp(cyan), clamp(magenta), clamp(yellow), clamp(key)]
  let [red, green, blue] = [0, 0, 0]
  for (const [bits, [r, g, b]] of inks.entries()) {
    let weight = 1
    for (let ink = 0; ink < 4; ink++) {
      const share = shares[ink] as number
      weight *= (bits >> ink) & 1 ? share : 1 - share
    }
    red += weight * r
    green += weight * g
    blue += weight * b
  }
  return [red / 255, green / 255, blue / 255]
}

/** CIE XYZ, relative to the white point of D65. */
export function xyzColor(x: number, y: number, z: number): Rgb {
  const gamma = (value: number) =>
    clamp(value <= 0.0031308 ? 12.92 * value : 1.055 * Math.max(0, value) ** (1 / 2.4) - 0.055)
  return [
    gamma(3.2406 * x - 1.5372 * y - 0.4986 * z),
    gamma(-0.9689 * x + 1.8758 * y + 0.0415 * z),
    gamma(0.0557 * x - 0.204 * y + 1.057 * z),
  ]
}

export function toHex(color: Rgb): string {
  return `#${color
    .map(value =>
      Math.round(clamp(value) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
