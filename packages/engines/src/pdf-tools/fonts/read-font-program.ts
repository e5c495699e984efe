/** Reads an embedded font program of any kind. */
import type { FontProgram } from './font-program.ts'
import { readCff } from './read-cff.ts'
import { readTrueType } from './read-true-type.ts'
import { readType1 } from './read-type1.ts'

export type FontFileKey = '/FontFile' | '/FontFile2' | '/FontFile3'

/** Undefined if it cannot be read. */
export function readFontProgram(data: Buffer, key: FontFileKey): FontProgram | undefined {
  try {
    if (key === '/FontFile') return readType1(data)
    const signature = data.toString('latin1', 0, 4)
    if (key === '/FontFile2' || signature === 'OTTO' || signature === '\0\x01\0\0' || signature === 'true')
      return readTrueType(data)
    return readCff(data)
  } catch {
    return undefined
  }
}
