/** Where work on several files stands on screen. Pure: the percentage never falls, and 100 is kept for success. */

export interface FileLock {
  /** Why the last password did not do; absent when none was given. */
  readonly problem: string | undefined
}

export type JobView<State> =
  | {
      readonly phase: 'idle'
      /** Why the last attempt failed; stays in sight until the next one. */
      readonly failure?: string
      /** Another plan is the way out. */
      readonly needsPlan?: boolean
      /** The file opens with a password only. */
      readonly lock?: FileLock
    }
  | {
      readonly phase: 'working'
      /** 'handing-over' until the server has accepted the job. */
      readonly step: 'handing-over' | 'queued' | 'running' | 'cancelling'
      readonly percent: number
      readonly state: State | undefined
    }
  | { readonly phase: 'finished'; readonly state: State }

interface Report {
  readonly status: string
  readonly percent: number
}

const highestBeforeSuccess = 99

/** After a report that the work goes on. */
export function nextJobView<State extends Report>(view: JobView<State>, state: State): JobView<State> {
  const before = view.phase === 'working' ? view.percent : 0
  const isCanceling = view.phase === 'working' && view.step === 'cancelling'
  const step = state.status === 'queued' ? 'queued' : 'running'
  return {
    phase: 'working',
    step: isCanceling ? 'cancelling' : step,
    percent: Math.min(highestBeforeSuccess, Math.max(before, state.percent)),
    state,
  }
}
