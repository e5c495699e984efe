/** Ability of the HEIF engine: encodes HEIC. */
import { defineAbility } from '../ability.ts'
import { imageStepOptions } from '../image-request.ts'

/** Formats that only `heif-enc` writes. */
export const heifOutputs = ['heic'] as const
export type HeifOutput = (typeof heifOutputs)[number]

export const heifEncode = defineAbility({
  id: 'heif-encode',
  engine: 'heif',
  // All other formats go through sharp first.
  from: ['png'],
  to: heifOutputs,
  cost: 4,
  options: imageStepOptions,
})
