/** Ability of the speech engine. */
import { extractVideoText } from '@filesmith/contract/operations/extract-video-text'
import { defineAbility } from '../ability.ts'

export const transcribe = defineAbility({
  id: 'transcribe',
  engine: 'speech',
  from: extractVideoText.inputs,
  to: extractVideoText.outputs,
  cost: 50,
  operation: 'extract-video-text',
  options: extractVideoText.options,
})
