/** Where files are kept, how much of them, whose, and when they go. */
import { adminEngineMessages } from '@filesmith/contract/messages/admin-engines'
import type { AdminStorage } from '@filesmith/contract/schemas/admin'
import type { AdminDeps } from './admin-deps.ts'

const shownLetters = 8

export async function describeStorage(
  deps: Pick<AdminDeps, 'storageFigures' | 'storagePlace'>,
): Promise<AdminStorage> {
  const [place, kept] = await Promise.all([deps.storagePlace(), deps.storageFigures.measure()])
  return {
    ...place,
    ...kept,
    byDay: [...kept.byDay],
    largestOwners: kept.largestOwners.map(({ ownerId, name, files, bytes }) => ({
      name: name ?? adminEngineMessages.visitor(ownerId.slice(2, 2 + shownLetters)),
      files,
      bytes,
    })),
  }
}
