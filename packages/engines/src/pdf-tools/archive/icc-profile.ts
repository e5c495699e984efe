/** What the header of an ICC profile says. */

export interface IccProfile {
  readonly version: number
  /** Such as "mntr". */
  readonly deviceClass: string
  readonly colorSpace: string
  readonly components: number
}

const componentCounts: Readonly<Record<string, number>> = { GRAY: 1, 'RGB ': 3, CMYK: 4, 'Lab ': 3 }
const headerBytes = 128

/** Undefined if it is not a profile. */
export function readIccProfile(data: Buffer): IccProfile | undefined {
  if (data.length < headerBytes + 4 || data.toString('latin1', 36, 40) !== 'acsp') return undefined
  if (data.readUInt32BE(0) > data.length) return undefined
  const colorSpace = data.toString('latin1', 16, 20)
  const components = componentCounts[colorSpace]
  if (components === undefined) return undefined
  return { version: data.readUInt8(8), deviceClass: data.toString('latin1', 12, 16), colorSpace, components }
}

/** As an ICCBased color space may have it in PDF 1.7. */
export function isUsableProfile(profile: IccProfile | undefined, components: number): boolean {
  return (
    profile !== undefined &&
    profile.version < 5 &&
    ['scnr', 'mntr', 'prtr', 'spac'].includes(profile.deviceClass) &&
    profile.components === components
  )
}
