/** Administration view of storage: location, usage, largest owners and expiry. */
import { adminEngineMessages } from '@filesmith/contract/messages/admin-engines'
import type { AdminStorage } from '@filesmith/contract/schemas/admin'
import type { AdminDeps } from './admin-deps.ts'

const shownLetters = 8

export async function describeStorage(
  deps: Pick<AdminDeps, 'storageFigures' | 'storageLocation'>,
): Promise<AdminStorage> {
  const [location, usage] = await Promise.all([deps.storageLocation(), deps.storageFigures.measure()])
  return {
    ...location,
    ...usage,
    byDay: [...usage.byDay],
    largestOwners: usage.largestOwners.map(({ ownerId, name, files, bytes }) => ({
      name: name ?? adminEngineMessages.visitor(ownerId.slice(2, 2 + shownLetters)),
      files,
      bytes,
    })),
  }
}
