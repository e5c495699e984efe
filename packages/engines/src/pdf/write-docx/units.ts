/** The measures of Word: twentieths of a point, half points, and pixels of which 96 make an inch. */

export function twips(points: number): number {
  return Math.round(points * 20)
}

export function halfPoints(points: number): number {
  return Math.max(2, Math.round(points * 2))
}

export function pixels(points: number): number {
  return Math.max(1, Math.round((points * 96) / 72))
}

/** English metric units, for places on a page. */
export function emu(points: number): number {
  return Math.round(points * 12_700)
}

export function hex(color: string): string {
  return color.slice(1).toUpperCase()
}
