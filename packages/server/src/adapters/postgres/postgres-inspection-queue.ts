/** Upload inspections in a separate pg-boss queue, so that conversions do not delay them. */
import type { PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { InspectionQueue } from '../../ports/inspection-queue.ts'
import { inspectionQueue } from './job-boss.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

const payloadSchema = z.object({ uploadId: z.uuid() })

export function createPostgresInspectionQueue(boss: PgBoss): InspectionQueue {
  return withDatabaseErrors<InspectionQueue>({
    async request(uploadId) {
      await boss.send(inspectionQueue, { uploadId }, { singletonKey: uploadId })
    },

    async claim() {
      const [job] = await boss.fetch(inspectionQueue)
      return job && { id: job.id, uploadId: payloadSchema.parse(job.data).uploadId }
    },

    async complete({ id }) {
      await boss.complete(inspectionQueue, id)
    },

    async retry({ id }) {
      await boss.fail(inspectionQueue, id)
    },
  })
}
