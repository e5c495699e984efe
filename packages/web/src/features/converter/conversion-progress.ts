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

export type ConversionEvent =
  | { readonly type: 'started' }
  | { readonly type: 'reported'; readonly state: ConversionState }
  | { readonly type: 'cancelling' }
  | { readonly type: 'not-cancelled' }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'allowance-used'; readonly reason: string }
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
  return view.phase === 'idle' ? 0 : view.percent
}

function afterReport(view: ConversionView, state: ConversionState): ConversionView {
  if (state.status === 'succeeded') return { phase: 'succeeded', state, isOverlayOpen: true }
  if (state.status !== 'queued' && state.status !== 'running') return view
  const percent = Math.min(highestBeforeSuccess, Math.max(percentOf(view), state.percent))
  const isCancelling = view.phase === 'working' && view.step === 'cancelling'
  return {
    phase: 'working',
    percent,
    step: isCancelling ? 'cancelling' : state.status,
    secondsLeft: isCancelling ? null : state.secondsLeft,
  }
}
