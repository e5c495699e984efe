/** A conversion record as the domain passes it to the store, for tests that need no real file. */
import { randomUUID } from 'node:crypto'
import { createExecutionPlan } from '@filesmith/contract/schemas/execution-plan'
import type { NewConversion } from '../../packages/server/src/database/conversion-record.ts'

export function newConversion(given: Partial<NewConversion> & Pick<NewConversion, 'ownerId'>): NewConversion {
  return {
    id: randomUUID(),
    ownerPlan: 'free',
    operation: 'convert-image',
    uploadId: randomUUID(),
    inputKey: 'uploads/x',
    fileName: 'a.png',
    fileKind: 'image',
    originalFormat: 'png',
    convertedFormat: 'webp',
    originalSize: 1,
    fileCount: given.inputs?.length ?? 1,
    engines: ['sharp'],
    executionPlan: createExecutionPlan([{ ability: 'sharp-convert', from: 'png', to: 'webp', options: {} }]),
    options: { outputFormat: 'webp' },
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + 3_600_000),
    ...given,
  }
}
