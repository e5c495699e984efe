/** What becomes a moving picture: a piece of a film, or pictures one after the other. */
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
