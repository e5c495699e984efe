/** POST /api/edit/audio: every setting to the step that cuts and mixes. */
import { editAudio } from '@filesmith/contract/operations/edit-audio'
import { describeRoute, type Recipe } from './recipe.ts'

export const editAudioRecipe: Recipe = (route, options) => {
  const { outputFormat: _, trimEnd, ...settings } = editAudio.options.parse(options)
  return describeRoute(route, trimEnd === undefined ? settings : { ...settings, trimEnd })
}
