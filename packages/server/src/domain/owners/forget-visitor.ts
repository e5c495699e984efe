/** Ends a visitor's identity: copies of the cookie stop working first, then files and records are deleted. */
import { visitorDays } from '@filesmith/contract/retention'
import { isFinished } from '@filesmith/contract/schemas/conversion'
import type { VisitorRevocations } from '../../ports/visitor-revocations.ts'
import type { RemoveConversionDeps } from '../conversions/remove-conversion.ts'
import { resultPrefix } from '../conversions/result-prefix.ts'
import { removeUpload } from '../uploads/remove-upload.ts'

export interface ForgetVisitorDeps extends RemoveConversionDeps {
  readonly visitorRevocations: VisitorRevocations
}

const dayMs = 24 * 60 * 60 * 1000

/** If deleting fails half-way, the rest cannot be reached any more and is deleted when its time is over. */
export async function forgetVisitor(deps: ForgetVisitorDeps, visitorId: string): Promise<void> {
  await deps.visitorRevocations.add(visitorId, new Date(Date.now() + visitorDays * dayMs))
  for (const conversion of await deps.conversions.listOwned(visitorId)) {
    if (!isFinished(conversion.status)) await deps.conversions.cancel(conversion.id)
    await deps.storage.removeAll(resultPrefix(conversion.id))
    await deps.conversions.remove(conversion.id, 'asked')
  }
  for (const upload of await deps.uploads.listOwned(visitorId)) await removeUpload(deps, upload, 'asked')
}
