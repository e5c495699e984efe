/** For a change of address within one page: the eye, the keyboard and the ear stay where they are. */

export const stayInPlace = { staysInPlace: true } as const

export function staysInPlace(locationState: unknown): boolean {
  return typeof locationState === 'object' && locationState !== null && 'staysInPlace' in locationState
}
