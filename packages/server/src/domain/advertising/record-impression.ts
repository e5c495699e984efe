/** Records an ad impression, rate-limited per address. */
import { randomUUID } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import type { AdImpression } from '@filesmith/contract/schemas/ad-impression'
import type { ImpressionStore } from '../../database/impression-store.ts'
import type { Clock } from '../../ports/clock.ts'

export interface RecordImpressionDeps extends Clock {
  readonly impressions: ImpressionStore
  readonly impressionsPerMinute: number
}

const minuteMs = 60_000

export async function recordImpression(
  deps: RecordImpressionDeps,
  seenBy: { readonly ownerId: string | null; readonly addressHash: string },
  impression: AdImpression,
): Promise<void> {
  const createdAt = deps.now()
  const isRecorded = await deps.impressions.insertWithin(
    { id: randomUUID(), ...seenBy, ...impression, createdAt },
    deps.impressionsPerMinute,
    new Date(createdAt.getTime() - minuteMs),
  )
  if (!isRecorded) throw new AppError('too-many-requests')
}
