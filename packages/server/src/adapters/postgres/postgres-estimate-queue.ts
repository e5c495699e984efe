/** Size estimates in PostgreSQL, stored only while a client waits for them. Every change is published. */

import type { EstimateQueue } from '../../ports/estimate-queue.ts'
import type { Notifications } from '../../ports/notifications.ts'
import type { Database } from './database.ts'
import { and, asc, eq, lt } from './drizzle.ts'
import { estimates } from './request-schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

const pending = {
  status: 'waiting',
  bytes: null,
  frames: 0,
  errorCode: null,
  errorParams: {},
} as const

export function createPostgresEstimateQueue(
  { orm }: Database,
  notifications: Pick<Notifications, 'publish'>,
): EstimateQueue {
  async function settle(
    id: string,
    changes: Parameters<ReturnType<typeof orm.update<typeof estimates>>['set']>[0],
  ): Promise<boolean> {
    const isRunning = and(eq(estimates.id, id), eq(estimates.status, 'working'))
    const { rowCount } = await orm.update(estimates).set(changes).where(isRunning)
    if (rowCount === 0) return false
    await notifications.publish('estimate-changed', id)
    return true
  }

  return withDatabaseErrors<EstimateQueue>({
    async enqueue(estimate) {
      const replaced = await orm
        .select({ id: estimates.id })
        .from(estimates)
        .where(eq(estimates.ownerId, estimate.ownerId))
      const row = { ...pending, ...estimate, createdAt: new Date() }
      await orm.insert(estimates).values(row).onConflictDoUpdate({ target: estimates.ownerId, set: row })
      for (const { id } of replaced) await notifications.publish('estimate-changed', id)
      await notifications.publish('estimate-waiting', estimate.id)
    },

    async find(id) {
      const [row] = await orm.select().from(estimates).where(eq(estimates.id, id))
      return row
    },

    async remove(id) {
      const { rowCount } = await orm.delete(estimates).where(eq(estimates.id, id))
      // Lets the worker cancel it.
      if (rowCount !== 0) await notifications.publish('estimate-changed', id)
    },

    async claim() {
      const oldest = orm
        .select({ id: estimates.id })
        .from(estimates)
        .where(eq(estimates.status, 'waiting'))
        .orderBy(asc(estimates.createdAt))
        .limit(1)
        .for('update', { skipLocked: true })
      const [row] = await orm
        .update(estimates)
        .set({ status: 'working' })
        .where(eq(estimates.id, oldest))
        .returning()
      if (row) await notifications.publish('estimate-changed', row.id)
      return row
    },

    async answer(id, measured) {
      return settle(id, { ...measured, status: 'done' })
    },

    async fail(id, { code, params }) {
      return settle(id, { status: 'failed', errorCode: code, errorParams: params })
    },

    async removeBefore(moment) {
      const removed = await orm.delete(estimates).where(lt(estimates.createdAt, moment))
      return removed.rowCount ?? 0
    },
  })
}
