/** Options of the edit-audio step. */
import type { editAudio } from '@filesmith/contract/operations/edit-audio'
import type { z } from 'zod'

export type EditSettings = Omit<z.infer<typeof editAudio.options>, 'outputFormat'>

/** No edit is requested, at most a different format. */
export function isUnedited(settings: EditSettings): boolean {
  const { trimStart, trimEnd, removeSilence } = settings
  return trimStart === 0 && trimEnd === undefined && !removeSilence && !changesLevels(settings)
}

/** The edit changes sample values. */
export function changesLevels({ volume, normalize, fadeIn, fadeOut }: EditSettings): boolean {
  return volume !== 1 || normalize || fadeIn > 0 || fadeOut > 0
}
