/** Files named `.sub` or `.mpl` are one of three formats; the content says which. */
import type { ReadSubtitles } from './cue.ts'
import { readMicroDvd } from './microdvd.ts'
import { readMpl2 } from './mpl2.ts'
import { readSbv } from './sbv.ts'

export function readSub(text: string, frameRate: number | undefined): ReadSubtitles {
  if (/^[ \t\ufeff]*\{\d+\}\{\d*\}/m.test(text)) return readMicroDvd(text, frameRate)
  return /^[ \t\ufeff]*\[\d+\]\[\d*\]/m.test(text) ? readMpl2(text) : readSbv(text)
}
