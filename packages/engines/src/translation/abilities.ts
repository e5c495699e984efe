/** Document formats that are translated directly; others are converted to one of these first. */
import type { Ability } from '../engine.ts'

export const translationAbilities = [
  {
    id: 'translate-docx',
    engine: 'translation',
    from: ['docx'],
    to: ['docx'],
    cost: 10,
    operation: 'translate-document',
  },
  // Routes must not go from TXT over DOCX, which loses the encoding, nor from DOCX over TXT, which loses the formatting.
  {
    id: 'translate-txt',
    engine: 'translation',
    from: ['txt'],
    to: ['txt'],
    cost: 50,
    operation: 'translate-document',
  },
] as const satisfies readonly Ability[]
