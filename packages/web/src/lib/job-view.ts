/** View state of a job. The percentage never decreases and reaches 100 only on success. */

export interface FileLock {
  /** Why the last password was rejected; undefined when none was given. */
  readonly problem: string | undefined
}

export type JobView<State> =
  | {
      readonly phase: 'idle'
      /** Why the last attempt failed; shown until the next one. */
      readonly failure?: string
      /** The user needs another plan. */
      readonly needsPlan?: boolean
      /** The file is protected by a password. */
      readonly lock?: FileLock
    }
  | {
      readonly phase: 'working'
      /** 'submitting' until the server has accepted the job. */
      readonly step: 'submitting' | 'queued' | 'running' | 'canceling'
      readonly percent: number
      readonly state: State | undefined
    }
  | { readonly phase: 'finished'; readonly state: State }

interface Report {
  readonly status: string
  readonly percent: number
}

const maxPercentBeforeSuccess = 99

/** Applies a progress report. */
export function nextJobView<State extends Report>(view: JobView<State>, state: State): JobView<State> {
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
