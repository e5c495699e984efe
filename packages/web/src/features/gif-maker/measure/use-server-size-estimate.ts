/** GIF size estimated by the server, which encodes a few of the frames. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { gifEstimateReplySchema } from '@filesmith/contract/schemas/gif-estimate'
import { useQuery } from '@tanstack/react-query'
import { pendingReason } from '../../../lib/file-list/pending-reason.ts'
import { request } from '../../../lib/request.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { toGifRequest } from '../gif-request.ts'
import type { GifSettings } from '../gif-settings.ts'
import type { ImageDelays } from '../images/image-delays.ts'
import type { GifSource } from '../use-gif-source.ts'

export interface ServerSizeEstimate {
  /** Undefined until the response arrives, and if the server is too busy to measure. */
  readonly measured: { readonly bytes: number; readonly frames: number } | undefined
  readonly isPending: boolean
}

/** Debounces slider movements. */
const debounceMs = 600
/** A busy server is polled again, a limited number of times. */
const retryMs = 15_000
const maxResponses = 4

export function useServerSizeEstimate(
  source: GifSource,
  settings: GifSettings,
  delays: ImageDelays,
  isActive: boolean,
): ServerSizeEstimate {
  const isReady = isActive && source.files.length > 0 && pendingReason(source.files) === undefined
  // The loop count does not affect the size, and the size limit is reported separately.
  const body = { ...toGifRequest(source, settings, delays), loopCount: 0, maxKilobytes: 0 }
  const requested = isReady ? JSON.stringify(body) : ''
  const settled = useDebounced(requested, debounceMs)
  const { data, isFetching } = useQuery({
    queryKey: [apiPaths.gifEstimate, settled],
    queryFn: async ({ signal }) => {
      const response = await request('POST', apiPaths.gifEstimate, JSON.parse(settled), {}, signal)
      return gifEstimateReplySchema.parse(await response.json())
    },
    enabled: settled !== '' && settled === requested,
    refetchInterval: ({ state }) =>
      state.data?.bytes === null && state.dataUpdateCount < maxResponses ? retryMs : false,
  })
  const isSettled = requested !== '' && settled === requested
  const { bytes = null, frames = 0 } = (isSettled && data) || {}
  return {
    measured: bytes === null ? undefined : { bytes, frames },
    isPending: requested !== '' && (!isSettled || isFetching),
  }
}
