/** Has a worker translate a text or detect its language, and yields the translation as it grows. */
import { randomUUID } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import { type JobPayload, type TranslationReply, translationReplySchema } from '../../ports/job-queue.ts'
import { type FollowJobDeps, followJob } from '../jobs/follow-job.ts'

interface TranslationProgress {
  readonly translated: string
  /** Null until it is done. */
  readonly reply: TranslationReply | null
}

/** Throws if it failed. */
export async function* requestTranslation(
  deps: FollowJobDeps,
  payload: JobPayload<'translate-text'>,
  signal: AbortSignal,
): AsyncGenerator<TranslationProgress, void> {
  const job = { id: randomUUID(), queue: 'translate-text', payload, engines: ['translation'] } as const
  let isDone = false
  for await (const { state, output, reply, error } of followJob(deps, job, signal)) {
    if (error) throw new AppError(error.code, error.params)
    isDone = state === 'done'
    yield { translated: output, reply: isDone ? translationReplySchema.parse(reply) : null }
  }
  // Removed by the cleanup after waiting too long.
  if (!isDone && !signal.aborted) throw new AppError('unavailable')
}
