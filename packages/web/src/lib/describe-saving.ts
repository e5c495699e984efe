/** Describes a size difference: '38% smaller'. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'

const { result: texts } = conversionMessages

export function describeSaving(beforeBytes: number, afterBytes: number): string {
  const percent = Math.round(((afterBytes - beforeBytes) / beforeBytes) * 100)
  if (percent === 0) return texts.same
  return percent < 0 ? texts.smaller(-percent) : texts.larger(percent)
}
