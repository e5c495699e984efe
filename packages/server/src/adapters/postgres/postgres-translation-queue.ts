/** Pending translations in PostgreSQL, stored only while a client waits for them. Every change is published. */

import type { Notifications } from '../../ports/notifications.ts'
import type { TextJob, TranslationQueue } from '../../ports/translation-queue.ts'
import type { Database } from './database.ts'
import { and, asc, eq, lt, or, sql } from './drizzle.ts'
import { textJobs } from './request-schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

const leaseEnd = sql`now() + interval '20 seconds'`

export function createPostgresTranslationQueue(
  { orm }: Database,
  notifications: Pick<Notifications, 'publish'>,
): TranslationQueue {
  async function change(
    job: Pick<TextJob, 'id' | 'attempt'>,
    changes: Parameters<ReturnType<typeof orm.update<typeof textJobs>>['set']>[0],
  ): Promise<boolean> {
    const isMine = and(
      eq(textJobs.id, job.id),
      eq(textJobs.attempt, job.attempt),
      eq(textJobs.status, 'working'),
    )
    const { rowCount } = await orm.update(textJobs).set(changes).where(isMine)
    if (rowCount === 0) return false
    await notifications.publish('text-changed', job.id)
    return true
  }

  return withDatabaseErrors<TranslationQueue>({
    async enqueue(job) {
      await orm.insert(textJobs).values({ ...job, createdAt: new Date() })
      await notifications.publish('text-waiting', job.id)
    },

    async find(id) {
      const [row] = await orm.select().from(textJobs).where(eq(textJobs.id, id))
      return row
    },

    async remove(id) {
      const { rowCount } = await orm.delete(textJobs).where(eq(textJobs.id, id))
      // Lets the worker cancel it.
      if (rowCount !== 0) await notifications.publish('text-changed', id)
    },

    async claim() {
      const isFree = or(
        eq(textJobs.status, 'waiting'),
        and(eq(textJobs.status, 'working'), lt(textJobs.leaseUntil, sql`now()`)),
      )
      const oldest = orm
        .select({ id: textJobs.id })
        .from(textJobs)
        .where(isFree)
        .orderBy(asc(textJobs.createdAt))
        .limit(1)
        .for('update', { skipLocked: true })
      const [row] = await orm
        .update(textJobs)
        .set({
          status: 'working',
          attempt: sql`${textJobs.attempt} + 1`,
          leaseUntil: leaseEnd,
          translated: '',
        })
        .where(eq(textJobs.id, oldest))
        .returning()
      return row
    },

    async renewLease(job) {
      return change(job, { leaseUntil: leaseEnd })
    },

    async requeue(job) {
      const isMine = await change(job, { status: 'waiting', leaseUntil: null })
      if (isMine) await notifications.publish('text-waiting', job.id)
      return isMine
    },

    async append(job, chunk) {
      return change(job, { translated: sql`${textJobs.translated} || ${chunk}`, leaseUntil: leaseEnd })
    },

    async answer(job, answer) {
      return change(job, { ...answer, status: 'done' })
    },

    async fail(job, { code, params }) {
      return change(job, { status: 'failed', errorCode: code, errorParams: params })
    },

    async removeBefore(moment) {
      const removed = await orm.delete(textJobs).where(lt(textJobs.createdAt, moment))
      return removed.rowCount ?? 0
    },
  })
}
