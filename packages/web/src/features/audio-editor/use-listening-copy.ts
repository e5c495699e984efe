/** A small copy of a recording that this browser cannot read, made by the server when somebody asks for it. */
import { audioEditorMessages } from '@filesmith/contract/messages/audio-editor'
import { convertAudio } from '@filesmith/contract/operations/convert-audio'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { followConversion } from '../../lib/conversion-events.ts'
import { describeRefusal } from '../../lib/describe-refusal.ts'
import { deleteJob, startJob } from '../../lib/job-calls.ts'
import { request } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'

export type ListeningCopy =
  | { readonly phase: 'none' }
  | { readonly phase: 'making'; readonly percent: number }
  | { readonly phase: 'ready'; readonly file: Blob }

/** Its frames can be told apart: however long it is, it is read piece by piece. */
const copyOptions = { outputFormat: 'mp3', quality: '128' } as const

export function useListeningCopy(uploadId: string | undefined) {
  const [copy, setCopy] = useState<ListeningCopy>({ phase: 'none' })
  const stopFollowing = useRef<() => void>(undefined)
  const attempt = useRef(0)

  const forget = useEffectEvent(() => {
    attempt.current += 1
    stopFollowing.current?.()
    setCopy({ phase: 'none' })
  })
  useEffect(() => {
    if (uploadId !== undefined) return () => forget()
  }, [uploadId])

  const fail = (reason: string) => {
    setCopy({ phase: 'none' })
    const { copyFailed: title } = audioEditorMessages.wave
    toasts.show({ title, description: reason, variant: 'destructive' })
  }
  const failWith = (error: unknown) => fail(describeRefusal(error) ?? audioEditorMessages.unanswered)

  const take = async (state: ConversionState, statusUrl: string, isCurrent: () => boolean) => {
    if (state.status === 'failed') return fail(state.error?.message ?? audioEditorMessages.unanswered)
    if (state.downloadUrl === null) return setCopy({ phase: 'making', percent: state.percent })
    try {
      const file = await (await request('GET', state.downloadUrl)).blob()
      if (isCurrent()) setCopy({ phase: 'ready', file })
      // It was for looking and listening, and is nobody's result.
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
        onState: state => void take(state, accepted.statusUrl, isCurrent),
        onGone: error => isCurrent() && failWith(error),
      })
    } catch (error) {
      if (isCurrent()) failWith(error)
    }
  }
  return { copy, make: () => void make() }
}
