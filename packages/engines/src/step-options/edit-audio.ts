/** Step options of POST /api/edit/audio. */
import { editAudio } from '@filesmith/contract/operations/edit-audio'
import { type BuildStepOptions, describeRoute } from './build-step-options.ts'

export const editAudioStepOptions: BuildStepOptions = (route, options) => {
  const { outputFormat: _, trimEnd, ...settings } = editAudio.options.parse(options)
  return describeRoute(route, trimEnd === undefined ? settings : { ...settings, trimEnd })
}
