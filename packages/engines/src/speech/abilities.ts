/** What speech is written down from. */
import { filmInputs } from '@filesmith/contract/operations/convert-audio'
import type { Ability } from '../engine.ts'

export const speechAbilities = [
  {
    id: 'transcribe',
    engine: 'speech',
    from: filmInputs,
    to: ['txt'],
    cost: 50,
    operation: 'extract-video-text',
  },
] as const satisfies readonly Ability[]
