/** Location state of navigation within a page, which keeps scroll position and focus. */

export const stayInPlace = { staysInPlace: true } as const

export function staysInPlace(locationState: unknown): boolean {
  return typeof locationState === 'object' && locationState !== null && 'staysInPlace' in locationState
}
