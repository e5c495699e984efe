/** Mails in a pg-boss queue. They contain addresses, so a mail is deleted as soon as it is settled. */
import { AppError } from '@filesmith/contract/errors'
import { planIds } from '@filesmith/contract/plans'
import type { PgBoss } from 'pg-boss'
import { z } from 'zod'
import {
  billingNotices,
  type ClaimedMail,
  type MailJob,
  type MailQueue,
  mailNotices,
} from '../../ports/mail.ts'
import type { Notifications } from '../../ports/notifications.ts'
import { mailQueue } from './job-boss.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

const payloadSchema: z.ZodType<MailJob> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reset-password'), email: z.string() }),
  z.object({
    kind: z.literal('verify-email'),
    accountId: z.string(),
    email: z.string(),
    // Mails queued by an older version do not have it.
    credentialVersion: z.number().int().default(0),
  }),
  z.object({
    kind: z.literal('notice'),
    notice: z.enum(mailNotices),
    email: z.string(),
    username: z.string(),
    items: z.array(z.string()).optional(),
  }),
  z.object({
    kind: z.literal('recovery-code-used'),
    email: z.string(),
    username: z.string(),
    codesLeft: z.number().int(),
  }),
  z.object({
    kind: z.literal('billing'),
    notice: z.enum(billingNotices),
    accountId: z.string(),
    plan: z.enum(planIds),
    amount: z.number().int(),
    date: z.iso.datetime().nullable(),
    invoiceId: z.string().nullable(),
  }),
  z.object({ kind: z.literal('contact-message'), messageId: z.uuid() }),
])

export function createPostgresMailQueue(boss: PgBoss, notifications: Notifications): MailQueue {
  const forget = (id: string) => boss.deleteJob(mailQueue, id)

  return withDatabaseErrors<MailQueue>({
    async add(job) {
      const id = await boss.send(mailQueue, payloadSchema.parse(job))
      if (id === null) throw new AppError('internal', {}, { cause: new Error('mail was not enqueued') })
      await notifications.publish('mail-wanted', id)
    },

    async claim() {
      const [job] = await boss.fetch(mailQueue, { includeMetadata: true })
      if (!job) return undefined
      const payload = payloadSchema.safeParse(job.data)
      if (payload.success) {
        return { id: job.id, job: payload.data, isLastAttempt: job.retryCount >= job.retryLimit }
      }
      // A worker of another version may be able to parse it; after its last attempt the queue drops it.
      await boss.fail(mailQueue, job.id)
      throw new AppError('internal', {}, { cause: payload.error })
    },

    async complete({ id }) {
      await forget(id)
    },

    async retry({ id, isLastAttempt }: ClaimedMail) {
      if (isLastAttempt) await forget(id)
      else await boss.fail(mailQueue, id)
    },
  })
}
