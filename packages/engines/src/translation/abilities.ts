/** Which documents are translated as they are; others become one of these first. */
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
  // A text that became a Word document would lose its encoding, and a document that became a text its looks.
  {
    id: 'translate-txt',
    engine: 'translation',
    from: ['txt'],
    to: ['txt'],
    cost: 50,
    operation: 'translate-document',
  },
] as const satisfies readonly Ability[]
