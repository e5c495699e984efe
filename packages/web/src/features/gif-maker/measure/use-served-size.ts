/** How large the GIF will be, as the server finds out by making a few of its frames. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { gifEstimateReplySchema } from '@filesmith/contract/schemas/gif-estimate'
import { useQuery } from '@tanstack/react-query'
import { pendingReason } from '../../../lib/file-list/pending-reason.ts'
import { request } from '../../../lib/request.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { gifCall } from '../gif-call.ts'
import type { GifSettings } from '../gif-settings.ts'
import type { ImageDelays } from '../images/image-delays.ts'
import type { Source } from '../use-source.ts'

export interface ServedSize {
  /** Undefined until it is there, and when nobody there has the time. */
  readonly measured: { readonly bytes: number; readonly frames: number } | undefined
  readonly isAsking: boolean
}

/** Somebody who moves a slider has not chosen yet. */
const settleMs = 600
/** A server that was busy is asked again, not for ever. */
const askAgainMs = 15_000
const mostAnswers = 4

export function useServedSize(
  source: Source,
  settings: GifSettings,
  delays: ImageDelays,
  isActive: boolean,
): ServedSize {
  const isReady = isActive && source.files.length > 0 && pendingReason(source.files) === undefined
  // How often it plays takes no room, and a limit is told apart from what it would be without one.
  const call = { ...gifCall(source, settings, delays), loopCount: 0, maxKilobytes: 0 }
  const wanted = isReady ? JSON.stringify(call) : ''
  const settled = useDebounced(wanted, settleMs)
  const { data, isFetching } = useQuery({
    queryKey: [apiPaths.gifEstimate, settled],
    queryFn: async ({ signal }) => {
      const response = await request('POST', apiPaths.gifEstimate, JSON.parse(settled), {}, signal)
      return gifEstimateReplySchema.parse(await response.json())
    },
    enabled: settled !== '' && settled === wanted,
    refetchInterval: ({ state }) =>
      state.data?.bytes === null && state.dataUpdateCount < mostAnswers ? askAgainMs : false,
  })
  const isSettled = wanted !== '' && settled === wanted
  const { bytes = null, frames = 0 } = (isSettled && data) || {}
  return {
    measured: bytes === null ? undefined : { bytes, frames },
    isAsking: wanted !== '' && (!isSettled || isFetching),
  }
}
