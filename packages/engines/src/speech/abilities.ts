/** Conversions of the speech engine. */
import { extractionInputs } from '@filesmith/contract/operations/convert-audio'
import type { Ability } from '../engine.ts'

export const speechAbilities = [
  {
    id: 'transcribe',
    engine: 'speech',
    from: extractionInputs,
    to: ['txt'],
    cost: 50,
    operation: 'extract-video-text',
  },
] as const satisfies readonly Ability[]
