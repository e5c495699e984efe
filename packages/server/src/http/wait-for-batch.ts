/** Waits until every file of a batch is finished. */
import { AppError } from '@filesmith/contract/errors'
import type { batchReplySchema } from '@filesmith/contract/schemas/batch'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import { describeBatch, findBatch, watchBatch } from '../domain/batches/batches.ts'
import type { WatchDeps } from '../domain/conversions/conversions.ts'
import type { Owner } from '../domain/owners/owner.ts'
import type { Clock } from '../ports/clock.ts'
import { closeSignal } from './close-signal.ts'

/** If the client disconnects, only the waiting stops; the jobs continue. */
export async function waitForBatch(
  deps: WatchDeps & Clock,
  owner: Owner,
  id: string,
  reply: FastifyReply,
): Promise<z.infer<typeof batchReplySchema> | FastifyReply> {
  let last: ReturnType<typeof describeBatch> | undefined
  for await (const { records } of watchBatch(deps, owner, id, { signal: closeSignal(reply) }))
    last = describeBatch(id, records, deps.now())
  if (!last || last.status === 'running') return reply.hijack()
  if (last.downloadUrl === null) {
    const failed = (await findBatch(deps, owner, id)).find(({ errorCode }) => errorCode !== null)
    throw new AppError(failed?.errorCode ?? 'cancelled', failed?.errorParams)
  }
  const failures = last.files.flatMap(({ fileName, error }) =>
    error ? [{ fileName, message: error.message }] : [],
  )
  return { downloadUrl: last.downloadUrl, failures }
}
