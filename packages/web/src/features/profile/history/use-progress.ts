/** Live progress of a conversion in the history. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { useEffect, useEffectEvent, useState } from 'react'
import { followJob } from '../../../lib/job/follow-job.ts'
import { conversionJob } from '../../../lib/job/job.ts'

interface ProgressHandlers {
  readonly onState: (state: ConversionState) => void
  readonly onGone: () => void
}

export function useProgress(id: string, isFollowed: boolean, handlers: ProgressHandlers) {
  const [state, setState] = useState<ConversionState>()
  const take = useEffectEvent((next: ConversionState) => {
    setState(next)
    handlers.onState(next)
  })
  const leave = useEffectEvent(handlers.onGone)

  useEffect(() => {
    if (!isFollowed) return
    const job = { id, statusUrl: apiPaths.conversion(id), eventsUrl: apiPaths.conversionEvents(id) }
    return followJob(job, {
      read: conversionJob.read,
      onState: next => take(next),
      onGone: () => leave(),
    })
  }, [id, isFollowed])

  return isFollowed ? state : undefined
}
