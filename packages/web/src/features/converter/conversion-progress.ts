/** Reducer of a conversion's view state. The percentage never decreases and reaches 100 only on success. */
import type { ConversionState } from '@filesmith/contract/schemas/conversion'

export type ConversionView =
  | {
      readonly phase: 'idle'
      /** Why the last attempt failed; shown until the next one. */
      readonly failure?: string
      /** The allowance is used up: nothing was started, and the user needs another plan. */
      readonly isAllowanceUsed?: boolean
    }
  | {
      readonly phase: 'working'
      readonly percent: number
      /** 'submitting' until the server has accepted the job. */
      readonly step: 'submitting' | 'queued' | 'running' | 'canceling'
      readonly secondsLeft: number | null
    }
  | { readonly phase: 'succeeded'; readonly state: ConversionState; readonly isOverlayOpen: boolean }
  | { readonly phase: 'failed'; readonly percent: number; readonly reason: string }
  | {
      /** The file is protected by a password. */
      readonly phase: 'locked'
      /** Why the last password was rejected; undefined when none was given. */
      readonly problem: string | undefined
    }

export type ConversionEvent =
  | { readonly type: 'started' }
  | { readonly type: 'reported'; readonly state: ConversionState }
  | { readonly type: 'canceling' }
  | { readonly type: 'cancel-failed' }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'allowance-used'; readonly reason: string }
  | { readonly type: 'not-downloadable'; readonly reason: string }
  | { readonly type: 'password-required'; readonly problem: string | undefined }
  | { readonly type: 'found-finished'; readonly state: ConversionState }
  | { readonly type: 'overlay-closed' }
  | { readonly type: 'reset' }

const maxPercentBeforeSuccess = 99

export function nextConversionView(view: ConversionView, event: ConversionEvent): ConversionView {
  switch (event.type) {
    case 'started':
      return { phase: 'working', percent: 0, step: 'submitting', secondsLeft: null }
    case 'reported':
      return afterReport(view, event.state)
    case 'canceling':
      return view.phase === 'working' ? { ...view, step: 'canceling', secondsLeft: null } : view
    case 'cancel-failed':
      return view.phase === 'working' ? { ...view, step: 'running' } : view
    case 'failed':
      return { phase: 'failed', percent: viewPercent(view), reason: event.reason }
    case 'allowance-used':
      return { phase: 'idle', failure: event.reason, isAllowanceUsed: true }
    case 'not-downloadable':
      return { phase: 'idle', failure: event.reason }
    case 'password-required':
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

export function viewPercent(view: ConversionView): number {
  if (view.phase === 'succeeded') return 100
  return 'percent' in view ? view.percent : 0
}

function afterReport(view: ConversionView, state: ConversionState): ConversionView {
  if (state.status === 'succeeded') return { phase: 'succeeded', state, isOverlayOpen: true }
  if (state.status !== 'queued' && state.status !== 'running') return view
  const percent = Math.min(maxPercentBeforeSuccess, Math.max(viewPercent(view), state.percent))
  const isCanceling = view.phase === 'working' && view.step === 'canceling'
  return {
    phase: 'working',
    percent,
    step: isCanceling ? 'canceling' : state.status,
    secondsLeft: isCanceling ? null : state.secondsLeft,
  }
}
