/** Units of WordprocessingML: twips (1/20 point), half points, and pixels at 96 dpi. */

export function twips(points: number): number {
  return Math.round(points * 20)
}

export function halfPoints(points: number): number {
  return Math.max(2, Math.round(points * 2))
}

export function pixels(points: number): number {
  return Math.max(1, Math.round((points * 96) / 72))
}

/** English Metric Units, for positions on a page. */
export function emu(points: number): number {
  return Math.round(points * 12_700)
}

export function hex(color: string): string {
  return color.slice(1).toUpperCase()
}
