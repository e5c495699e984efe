/** Known devices in PostgreSQL: browsers that completed a sign-in. */
import type { KnownDeviceStore } from '../../ports/known-device-store.ts'
import type { Database } from './database.ts'
import { and, desc, eq, gt, isNull, lte, ne, notInArray, or, type SQL } from './drizzle.ts'
import { knownDevices } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

/** Matches all devices of an account except the one that a session was started on. */
export function isOtherDevice(accountId: string, sessionId: string | null): SQL | undefined {
  const isOther =
    sessionId === null ? undefined : or(isNull(knownDevices.sessionId), ne(knownDevices.sessionId, sessionId))
  return and(eq(knownDevices.accountId, accountId), isOther)
}

export function createPostgresKnownDeviceStore({ orm }: Database): KnownDeviceStore {
  return withDatabaseErrors<KnownDeviceStore>({
    async find(tokenHash, accountId, now) {
      const [row] = await orm
        .select()
        .from(knownDevices)
        .where(
          and(
            eq(knownDevices.tokenHash, tokenHash),
            eq(knownDevices.accountId, accountId),
            gt(knownDevices.expiresAt, now),
          ),
        )
      return row
    },

    async remember(device, maxDevices) {
      const { tokenHash, accountId, ...renewed } = device
      await orm
        .insert(knownDevices)
        .values({ ...device, createdAt: device.usedAt })
        .onConflictDoUpdate({ target: [knownDevices.tokenHash, knownDevices.accountId], set: renewed })
      const kept = orm
        .select({ tokenHash: knownDevices.tokenHash })
        .from(knownDevices)
        .where(eq(knownDevices.accountId, accountId))
        .orderBy(desc(knownDevices.usedAt))
        .limit(maxDevices)
      await orm
        .delete(knownDevices)
        .where(and(eq(knownDevices.accountId, accountId), notInArray(knownDevices.tokenHash, kept)))
    },

    async forget(tokenHash) {
      await orm.delete(knownDevices).where(eq(knownDevices.tokenHash, tokenHash))
    },

    async removeBySession(sessionId, accountId) {
      await orm
        .delete(knownDevices)
        .where(and(eq(knownDevices.accountId, accountId), eq(knownDevices.sessionId, sessionId)))
    },

    async removeAll(accountId, exceptSessionId) {
      await orm.delete(knownDevices).where(isOtherDevice(accountId, exceptSessionId))
    },

    async removeExpired(now) {
      const removed = await orm.delete(knownDevices).where(lte(knownDevices.expiresAt, now))
      return removed.rowCount ?? 0
    },
  })
}
