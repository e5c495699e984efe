/** Request table for text jobs: web processes enqueue texts, workers translate them or detect their language. */
import type { ErrorCode, ErrorParams } from '@filesmith/contract/errors'
import type { LanguageId } from '@filesmith/contract/languages'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'

export type TextJobStatus = 'waiting' | 'working' | 'done' | 'failed'

export interface NewTextJob {
  readonly id: string
  readonly text: string
  /** Null to detect it. */
  readonly sourceLanguage: LanguageId | null
  /** Null for language detection only. */
  readonly targetLanguage: LanguageId | null
}

export interface TextJob extends NewTextJob {
  readonly status: TextJobStatus
  /** Number of times a worker claimed it. */
  readonly attempt: number
  /** The translation so far. */
  readonly translated: string
  readonly pair: TranslationPair | null
  readonly errorCode: ErrorCode | null
  readonly errorParams: ErrorParams
}

export interface TextJobResult {
  readonly sourceLanguage: LanguageId | null
  readonly pair: TranslationPair | null
}

export interface TranslationQueue {
  /** Notifies a worker. */
  enqueue(job: NewTextJob): Promise<void>
  find(id: string): Promise<TextJob | undefined>
  /** Deletes a job that was answered or whose client left. */
  remove(id: string): Promise<void>

  /** For workers: claims the oldest job that is waiting or whose lease expired. */
  claim(): Promise<TextJob | undefined>
  /** These return false if the job was removed or another worker claimed it. */
  renewLease(job: TextJob): Promise<boolean>
  append(job: TextJob, chunk: string): Promise<boolean>
  /** At shutdown: another worker may claim it immediately. */
  requeue(job: TextJob): Promise<boolean>
  answer(job: TextJob, answer: TextJobResult): Promise<boolean>
  fail(job: TextJob, error: { readonly code: ErrorCode; readonly params: ErrorParams }): Promise<boolean>

  /** Cleans up after web processes that died. */
  removeBefore(moment: Date): Promise<number>
}
