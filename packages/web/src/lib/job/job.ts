/** A job as the browser sees it: its kinds, the settings of a tool's job, and the states shown to the user. */

import type { ConversionStatus } from '@filesmith/contract/conversion-status'
import { failedWithStatus } from '@filesmith/contract/messages/failed-with-status'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import type { UploadPurpose } from '@filesmith/contract/upload-purposes'
import { RequestError } from '../request.ts'
import type { SavedOptions, WorkId } from './saved-work.ts'

export interface JobState {
  readonly status: ConversionStatus
  readonly percent: number
  readonly downloadUrl: string | null
}

/** Why a job failed, or why the server rejected it. */
export interface FailureReply {
  readonly message?: string | undefined
  readonly code?: string | undefined
  /** HTTP status of a rejection. */
  readonly status?: number | undefined
}

/** What differs between a conversion and a batch. */
export interface JobKind<State> {
  readonly read: (json: State) => State
  readonly failureOf: (state: State) => FailureReply
  /** Whether a failed job is shown as a result instead of returning to the options. */
  readonly isFailureShown: boolean
  /** Whether deleting it yields a deletion receipt. */
  readonly hasReceipt: boolean
}

export const conversionJob: JobKind<ConversionState> = {
  // Without its schema, because every page with a tool needs it.
  read: state => state,
  failureOf: ({ error }) => error ?? {},
  isFailureShown: false,
  hasReceipt: true,
}

interface ToastTexts {
  readonly title: string
  readonly description: string
}

interface JobTexts<State> {
  readonly failed: string
  /** Failure without a message of the server. */
  readonly unanswered: string
  /** Message for a rejection without one, by status. */
  readonly refusedWith?: (status: number) => string
  /** Undefined for results shown on the page: no toast and no download. */
  readonly succeeded?: (state: State) => string
  /** Called with what was finished before canceling. Undefined: no toast. */
  readonly canceled?: (state: State | undefined) => ToastTexts
  /** Undefined: no toast. */
  readonly deleted?: ToastTexts
  readonly downloadMissing: ToastTexts
}

export interface JobSettings<State extends JobState> {
  /** Key under which files, options and job are saved; undefined if they are lost on reload. */
  readonly toolId: WorkId
  readonly purpose: UploadPurpose
  readonly path: string
  readonly kind: JobKind<State>
  /** Saved together with the files. */
  readonly options?: SavedOptions | undefined
  /** Whether the tool asks for the password of a protected file. */
  readonly acceptsPassword?: boolean
  /** Lets the user read the success message before the download starts. */
  readonly downloadDelayMs?: number
  /** Called when the job succeeds during this visit. */
  readonly onSucceeded?: (state: State) => void
  readonly texts: JobTexts<State>
}

export interface JobFailure {
  readonly message: string
  /** The user needs another plan. */
  readonly needsPlan: boolean
  /** Progress before the failure; 100 if only the result is missing. */
  readonly percent: number
}

/** Whether a file failed because it needs its password, or another one. */
export function isLockCode(code: string | undefined): boolean {
  return code === 'password-needed' || code === 'password-wrong'
}

export interface FileLock {
  /** Why the last password was rejected; undefined when none was given. */
  readonly problem: string | undefined
}

export type JobView<State> =
  | {
      readonly phase: 'idle'
      /** Why the last attempt failed; shown until the next one. */
      readonly failure?: JobFailure
      /** The file is protected by a password. */
      readonly lock?: FileLock
    }
  | {
      readonly phase: 'working'
      /** 'uploading' until the files are uploaded, 'submitting' until the server has accepted the job. */
      readonly step: 'uploading' | 'submitting' | 'queued' | 'running' | 'canceling'
      readonly percent: number
      readonly state: State | undefined
      /** Only while uploading. */
      readonly upload?: { readonly uploadedBytes: number; readonly totalBytes: number }
    }
  | {
      readonly phase: 'finished'
      readonly state: State
      /** Finished before this visit. */
      readonly isRestored: boolean
    }

export type WorkingView<State> = Extract<JobView<State>, { phase: 'working' }>

const maxPercentBeforeSuccess = 99

export function percentOf<State>(view: JobView<State>): number {
  if (view.phase === 'working') return view.percent
  return view.phase === 'finished' ? 100 : (view.failure?.percent ?? 0)
}

/** Applies a progress report. The percentage never decreases and reaches 100 only on success. */
export function nextJobView<State extends JobState>(view: JobView<State>, state: State): JobView<State> {
  const before = view.phase === 'working' ? view.percent : 0
  const isCanceling = view.phase === 'working' && view.step === 'canceling'
  const step = state.status === 'queued' ? 'queued' : 'running'
  return {
    phase: 'working',
    step: isCanceling ? 'canceling' : step,
    percent: Math.min(maxPercentBeforeSuccess, Math.max(before, state.percent)),
    state,
  }
}

export function withStep<State>(view: JobView<State>, step: WorkingView<State>['step']): JobView<State> {
  return view.phase === 'working' ? { ...view, step } : view
}

export function toFailureReply(error: unknown): FailureReply {
  return error instanceof RequestError
    ? { message: error.serverMessage, code: error.code, status: error.status }
    : {}
}

export function explainFailureReply<State>(
  { message, status }: FailureReply,
  { unanswered, refusedWith = failedWithStatus }: JobTexts<State>,
): string {
  return message ?? (status === undefined ? unanswered : refusedWith(status))
}
