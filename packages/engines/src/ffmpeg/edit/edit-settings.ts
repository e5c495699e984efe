/** What is to be done to a recording, as the step of a plan says it. */
import { editAudio } from '@filesmith/contract/operations/edit-audio'
import type { PlanStep } from '@filesmith/contract/schemas/plan'
import type { z } from 'zod'

export type EditSettings = Omit<z.infer<typeof editAudio.options>, 'outputFormat'>

export function readSettings({ options }: PlanStep): EditSettings {
  const { outputFormat: _, ...settings } = editAudio.options.parse(options)
  return settings
}

/** Nothing is asked for but perhaps another format. */
export function isPlain(settings: EditSettings): boolean {
  const { trimStart, trimEnd, removeSilence } = settings
  return trimStart === 0 && trimEnd === undefined && !removeSilence && !changesLevels(settings)
}

/** Samples come out with other values. */
export function changesLevels({ volume, normalize, fadeIn, fadeOut }: EditSettings): boolean {
  return volume !== 1 || normalize || fadeIn > 0 || fadeOut > 0
}
