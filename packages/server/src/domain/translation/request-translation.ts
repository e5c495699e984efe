/** Has a worker translate a text or detect its language, and yields the translation as it grows. */
import { randomUUID } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import { languageIds } from '@filesmith/contract/languages'
import { translationPairSchema } from '@filesmith/contract/translation-pairs'
import { z } from 'zod'
import type { JobPayload } from '../../ports/job-queue.ts'
import { type FollowJobDeps, followJob } from '../jobs/follow-job.ts'

export const translationReplySchema = z.object({
  sourceLanguage: z.enum(languageIds).nullable(),
  pair: translationPairSchema.nullable(),
})
export type TranslationReply = z.infer<typeof translationReplySchema>

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
