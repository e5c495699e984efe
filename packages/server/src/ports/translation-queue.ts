/** Texts that web processes hand to workers: to be translated, or for the language they are in. */
import type { ErrorCode, ErrorParams } from '@filesmith/contract/errors'
import type { LanguageId } from '@filesmith/contract/languages'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'

export type TextJobStatus = 'waiting' | 'working' | 'done' | 'failed'

export interface NewTextJob {
  readonly id: string
  readonly text: string
  /** Null to find it out. */
  readonly sourceLanguage: LanguageId | null
  /** Null where only the language is asked for. */
  readonly targetLanguage: LanguageId | null
}

export interface TextJob extends NewTextJob {
  readonly status: TextJobStatus
  /** Counts how often a worker took it. */
  readonly attempt: number
  /** As far as it is. */
  readonly translated: string
  readonly pair: TranslationPair | null
  readonly errorCode: ErrorCode | null
  readonly errorParams: ErrorParams
}

export interface TextAnswer {
  readonly sourceLanguage: LanguageId | null
  readonly pair: TranslationPair | null
}

export interface TranslationQueue {
  /** Wakes a worker too. */
  hand(job: NewTextJob): Promise<void>
  find(id: string): Promise<TextJob | undefined>
  /** Nobody waits for it any more, or it was answered: nothing of it stays. */
  remove(id: string): Promise<void>

  /** For workers. Takes the oldest that waits, or whose worker has fallen silent. */
  claim(): Promise<TextJob | undefined>
  /** These answer false when the text is no longer wanted, or another worker has it. */
  keep(job: TextJob): Promise<boolean>
  append(job: TextJob, piece: string): Promise<boolean>
  /** This worker stops: another one may begin at once. */
  putBack(job: TextJob): Promise<boolean>
  answer(job: TextJob, answer: TextAnswer): Promise<boolean>
  fail(job: TextJob, error: { readonly code: ErrorCode; readonly params: ErrorParams }): Promise<boolean>

  /** Left behind by web processes that died. */
  removeBefore(moment: Date): Promise<number>
}
