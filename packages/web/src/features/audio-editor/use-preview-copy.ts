/** MP3 preview copy of audio that the browser cannot decode, converted by the server on request. */
import { audioEditorMessages } from '@filesmith/contract/messages/audio-editor'
import { convertAudio } from '@filesmith/contract/operations/convert-audio'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { followConversion } from '../../lib/conversion-events.ts'
import { describeRefusal } from '../../lib/describe-refusal.ts'
import { deleteJob, startJob } from '../../lib/job-calls.ts'
import { request } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'

export type PreviewCopy =
  | { readonly phase: 'none' }
  | { readonly phase: 'making'; readonly percent: number }
  | { readonly phase: 'ready'; readonly file: Blob }

/** MP3 frames can be decoded independently, so a copy of any length can be read chunk by chunk. */
const copyOptions = { outputFormat: 'mp3', quality: '128' } as const

export function usePreviewCopy(uploadId: string | undefined) {
  const [copy, setCopy] = useState<PreviewCopy>({ phase: 'none' })
  const stopFollowing = useRef<() => void>(undefined)
  const attempt = useRef(0)

  const discard = useEffectEvent(() => {
    attempt.current += 1
    stopFollowing.current?.()
    setCopy({ phase: 'none' })
  })
  useEffect(() => {
    if (uploadId !== undefined) return () => discard()
  }, [uploadId])

  const fail = (reason: string) => {
    setCopy({ phase: 'none' })
    const { previewFailed: title } = audioEditorMessages.wave
    toasts.show({ title, description: reason, variant: 'destructive' })
  }
  const failWith = (error: unknown) => fail(describeRefusal(error) ?? audioEditorMessages.requestFailed)

  const handleState = async (state: ConversionState, statusUrl: string, isCurrent: () => boolean) => {
    if (state.status === 'failed') return fail(state.error?.message ?? audioEditorMessages.requestFailed)
    if (state.downloadUrl === null) return setCopy({ phase: 'making', percent: state.percent })
    try {
      const file = await (await request('GET', state.downloadUrl)).blob()
      if (isCurrent()) setCopy({ phase: 'ready', file })
      // Only used for the preview, so it does not stay in the list of results.
      await deleteJob(statusUrl)
    } catch (error) {
      if (isCurrent()) failWith(error)
    }
  }

  const make = async () => {
    attempt.current += 1
    const thisAttempt = attempt.current
    const isCurrent = () => thisAttempt === attempt.current
    setCopy({ phase: 'making', percent: 0 })
    try {
      const accepted = await startJob(convertAudio.path, { uploadId, ...copyOptions })
      if (!isCurrent()) return await deleteJob(accepted.statusUrl)
      stopFollowing.current = followConversion(accepted, {
        onState: state => void handleState(state, accepted.statusUrl, isCurrent),
        onGone: error => isCurrent() && failWith(error),
      })
    } catch (error) {
      if (isCurrent()) failWith(error)
    }
  }
  return { copy, make: () => void make() }
}
