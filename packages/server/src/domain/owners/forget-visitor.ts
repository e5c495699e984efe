/** Deletes a visitor's data: revokes the visitor id first, so that copies of the cookie stop working. */

import { isFinished } from '@filesmith/contract/conversion-status'
import { visitorDays } from '@filesmith/contract/retention'
import type { VisitorRevocations } from '../../database/visitor-revocations.ts'
import type { Clock } from '../../ports/clock.ts'
import { type RemoveConversionDeps, resultPrefix } from '../conversions/conversions.ts'
import { removeUpload } from '../uploads/uploads.ts'

export interface ForgetVisitorDeps extends RemoveConversionDeps, Clock {
  readonly visitorRevocations: VisitorRevocations
}

const dayMs = 24 * 60 * 60 * 1000

/** If deletion fails midway, the remaining files are inaccessible and are deleted when they expire. */
export async function forgetVisitor(deps: ForgetVisitorDeps, visitorId: string): Promise<void> {
  await deps.visitorRevocations.add(visitorId, new Date(deps.now().getTime() + visitorDays * dayMs))
  for (const conversion of await deps.conversions.listOwned(visitorId)) {
    if (!isFinished(conversion.status)) await deps.conversions.cancel(conversion.id)
    await deps.storage.removeAll(resultPrefix(conversion.id))
    await deps.conversions.remove(conversion.id, 'asked')
  }
  for (const upload of await deps.uploads.listOwned(visitorId)) await removeUpload(deps, upload, 'asked')
}
