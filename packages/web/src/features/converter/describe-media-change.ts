/** Describes whether a conversion copied or re-encoded the streams. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { MediaChange } from '@filesmith/contract/schemas/media'

const { result: texts } = conversionMessages

export function describeMediaChange({ video, audio }: MediaChange): string {
  const actions = [video, audio].filter(work => work !== null)
  if (actions.length > 0 && actions.every(work => work === 'copied')) return texts.work.copied
  if (video === 'copied') return texts.work.videoCopied
  return video === 'encoded' && audio === 'copied' ? texts.work.audioCopied : texts.work.converted
}
