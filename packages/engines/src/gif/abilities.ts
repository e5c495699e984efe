/** Ability of the GIF engine: animated images and clips from a video or from images. */
import { createGif } from '@filesmith/contract/operations/create-gif'
import type { Ability } from '../engine.ts'

export const gifAbilities = [
  {
    id: 'gif-create',
    engine: 'gif',
    from: createGif.inputs,
    to: createGif.outputs,
    cost: 10,
    operation: 'create-gif',
  },
] as const satisfies readonly Ability[]
