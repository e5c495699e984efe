/** Browsers that completed a sign-in to an account. Only a hash of their cookie's token is stored. */
import type { Database } from './database.ts'
import { and, desc, eq, gt, isNull, lte, ne, notInArray, or, type SQL } from './drizzle.ts'
import { knownDevices } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

export interface KnownDevice {
  readonly tokenHash: string
  readonly accountId: string
  /** Session started by the last sign-in on this device; null after a password reset. */
  readonly sessionId: string | null
  /** Last successful sign-in with a second factor on this device. */
  readonly secondFactorAt: Date | null
  readonly usedAt: Date
  readonly expiresAt: Date
}

/** Matches all devices of an account except the one that a session was started on. */
export function isOtherDevice(accountId: string, sessionId: string | null): SQL | undefined {
  const isOther =
    sessionId === null ? undefined : or(isNull(knownDevices.sessionId), ne(knownDevices.sessionId, sessionId))
  return and(eq(knownDevices.accountId, accountId), isOther)
}

export type KnownDeviceStore = ReturnType<typeof createKnownDeviceStore>

/** Known devices in PostgreSQL: browsers that completed a sign-in. */
export function createKnownDeviceStore({ orm }: Database) {
  return withDatabaseErrors({
    async find(tokenHash: string, accountId: string, now: Date): Promise<KnownDevice | undefined> {
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

    /** Inserts or renews; per account only the `maxDevices` most recently used are kept. */
    async remember(device: KnownDevice, maxDevices: number): Promise<void> {
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

    /** For every account that knows the device. */
    async forget(tokenHash: string): Promise<void> {
      await orm.delete(knownDevices).where(eq(knownDevices.tokenHash, tokenHash))
    },

    /** Only devices whose last sign-in started this session. */
    async removeBySession(sessionId: string, accountId: string): Promise<void> {
      await orm
        .delete(knownDevices)
        .where(and(eq(knownDevices.accountId, accountId), eq(knownDevices.sessionId, sessionId)))
    },

    async removeAll(accountId: string, exceptSessionId: string | null): Promise<void> {
      await orm.delete(knownDevices).where(isOtherDevice(accountId, exceptSessionId))
    },

    async removeExpired(now: Date): Promise<number> {
      const removed = await orm.delete(knownDevices).where(lte(knownDevices.expiresAt, now))
      return removed.rowCount ?? 0
    },
  })
}
