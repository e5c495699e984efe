/** Ability of the GIF engine: animated images and clips from a video or from images. */
import { createGif } from '@filesmith/contract/operations/create-gif'
import { defineAbility } from '../ability.ts'

export const gifCreate = defineAbility({
  id: 'gif-create',
  engine: 'gif',
  from: createGif.inputs,
  to: createGif.outputs,
  cost: 10,
  operation: 'create-gif',
  options: createGif.options.omit({ outputFormat: true }),
})
