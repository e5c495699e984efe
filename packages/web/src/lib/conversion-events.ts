/** Follows a conversion until it is finished, across connection losses and server restarts. */
import {
  type AcceptedReply,
  type ConversionState,
  conversionStateSchema,
  isFinished,
} from '@filesmith/contract/schemas/conversion'
import { request } from './request.ts'
import { type FollowHandlers, followState } from './state-events.ts'

export async function fetchConversion(statusUrl: string): Promise<ConversionState> {
  const response = await request('GET', statusUrl)
  return conversionStateSchema.parse(await response.json())
}

/** Returns a function that stops following. */
export function followConversion(job: AcceptedReply, handlers: FollowHandlers<ConversionState>): () => void {
  const read = (json: unknown) => conversionStateSchema.parse(json)
  return followState(job, { read, isOver: state => isFinished(state.status) }, handlers)
}
