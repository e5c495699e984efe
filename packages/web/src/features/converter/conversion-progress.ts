/** Where a conversion stands on screen. Pure: the percentage never falls, and 100 is kept for success. */
import type { ConversionState } from '@filesmith/contract/schemas/conversion'

export type ConversionView =
  | {
      readonly phase: 'idle'
      /** Why the last attempt failed; stays in sight until the next one. */
      readonly failure?: string
      /** The allowance is used up: nothing was begun, and another plan is the way out. */
      readonly isAllowanceUsed?: boolean
    }
  | {
      readonly phase: 'working'
      readonly percent: number
      /** 'handing-over' until the server has accepted the job. */
      readonly step: 'handing-over' | 'queued' | 'running' | 'cancelling'
      readonly secondsLeft: number | null
    }
  | { readonly phase: 'succeeded'; readonly state: ConversionState; readonly isOverlayOpen: boolean }
  | { readonly phase: 'failed'; readonly percent: number; readonly reason: string }
  | {
      /** The file opens with a password only. */
      readonly phase: 'locked'
      /** Why the last password did not do; absent when none was given. */
      readonly problem: string | undefined
    }

export type ConversionEvent =
  | { readonly type: 'started' }
  | { readonly type: 'reported'; readonly state: ConversionState }
  | { readonly type: 'cancelling' }
  | { readonly type: 'not-cancelled' }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'allowance-used'; readonly reason: string }
  | { readonly type: 'not-downloadable'; readonly reason: string }
  | { readonly type: 'password-asked'; readonly problem: string | undefined }
  | { readonly type: 'found-finished'; readonly state: ConversionState }
  | { readonly type: 'overlay-closed' }
  | { readonly type: 'reset' }

const highestBeforeSuccess = 99

export function nextConversionView(view: ConversionView, event: ConversionEvent): ConversionView {
  switch (event.type) {
    case 'started':
      return { phase: 'working', percent: 0, step: 'handing-over', secondsLeft: null }
    case 'reported':
      return afterReport(view, event.state)
    case 'cancelling':
      return view.phase === 'working' ? { ...view, step: 'cancelling', secondsLeft: null } : view
    case 'not-cancelled':
      return view.phase === 'working' ? { ...view, step: 'running' } : view
    case 'failed':
      return { phase: 'failed', percent: percentOf(view), reason: event.reason }
    case 'allowance-used':
      return { phase: 'idle', failure: event.reason, isAllowanceUsed: true }
    case 'not-downloadable':
      return { phase: 'idle', failure: event.reason }
    case 'password-asked':
      return { phase: 'locked', problem: event.problem }
    case 'found-finished':
      return { phase: 'succeeded', state: event.state, isOverlayOpen: false }
    case 'overlay-closed':
      if (view.phase === 'failed') return { phase: 'idle', failure: view.reason }
      return view.phase === 'succeeded' ? { ...view, isOverlayOpen: false } : view
    case 'reset':
      return { phase: 'idle' }
  }
}

export function percentOf(view: ConversionView): number {
  if (view.phase === 'succeeded') return 100
  return 'percent' in view ? view.percent : 0
}

function afterReport(view: ConversionView, state: ConversionState): ConversionView {
  if (state.status === 'succeeded') return { phase: 'succeeded', state, isOverlayOpen: true }
  if (state.status !== 'queued' && state.status !== 'running') return view
  const percent = Math.min(highestBeforeSuccess, Math.max(percentOf(view), state.percent))
  const isCanceling = view.phase === 'working' && view.step === 'cancelling'
  return {
    phase: 'working',
    percent,
    step: isCanceling ? 'cancelling' : state.status,
    secondsLeft: isCanceling ? null : state.secondsLeft,
  }
}
