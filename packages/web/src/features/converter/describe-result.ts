/** What a conversion did to a file, in one honest line each: to its size, and to its streams. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { MediaChange } from '@filesmith/contract/schemas/media'

const { result: texts } = conversionMessages

export function describeSaving(beforeBytes: number, afterBytes: number): string {
  const percent = Math.round(((afterBytes - beforeBytes) / beforeBytes) * 100)
  if (percent === 0) return texts.same
  return percent < 0 ? texts.smaller(-percent) : texts.larger(percent)
}

export function describeWork({ video, audio }: MediaChange): string {
  const works = [video, audio].filter(work => work !== null)
  if (works.length > 0 && works.every(work => work === 'copied')) return texts.work.copied
  if (video === 'copied') return texts.work.videoCopied
  return video === 'encoded' && audio === 'copied' ? texts.work.audioCopied : texts.work.converted
}
