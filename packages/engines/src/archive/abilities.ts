/** Abilities of the archive engine. */
import { archiveFormats } from '@filesmith/contract/archive-formats'
import { compressionLevels } from '@filesmith/contract/compression'
import { convertArchive } from '@filesmith/contract/operations/convert-archive'
import { z } from 'zod'
import { defineAbility } from '../ability.ts'

const { lowest, highest } = compressionLevels

export const archivePack = defineAbility({
  id: 'archive/pack',
  engine: 'archive',
  // Not reachable by a conversion route: it accepts any files.
  from: [],
  to: archiveFormats,
  cost: 1,
  operation: 'compress-files',
  options: z.object({ level: z.int().min(lowest).max(highest).default(compressionLevels.default) }),
})

export const archiveConvert = defineAbility({
  id: 'archive/convert',
  engine: 'archive',
  from: convertArchive.inputs,
  to: convertArchive.outputs,
  cost: 2,
  operation: 'convert-archive',
  options: convertArchive.options,
})
