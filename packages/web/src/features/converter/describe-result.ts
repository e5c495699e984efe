/** What a conversion did to the streams of a file, in one honest line. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { MediaChange } from '@filesmith/contract/schemas/media'

const { result: texts } = conversionMessages

export function describeWork({ video, audio }: MediaChange): string {
  const works = [video, audio].filter(work => work !== null)
  if (works.length > 0 && works.every(work => work === 'copied')) return texts.work.copied
  if (video === 'copied') return texts.work.videoCopied
  return video === 'encoded' && audio === 'copied' ? texts.work.audioCopied : texts.work.converted
}
