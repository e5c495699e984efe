/** What sharp, with our own small writers, turns into what. */
import type { Ability } from '../engine.ts'

export const sharpAbilities = [
  {
    id: 'sharp-convert',
    engine: 'sharp',
    from: ['jpg', 'png', 'gif', 'webp', 'svg', 'apng', 'tiff', 'avif'],
    to: ['png', 'jpg', 'webp', 'gif', 'tiff', 'avif', 'bmp', 'ico', 'pdf'],
    cost: 1,
  },
] as const satisfies readonly Ability[]
