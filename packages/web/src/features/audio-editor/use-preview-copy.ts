/** MP3 preview copy of audio that the browser cannot decode, converted by the server on request. */
import { audioEditorMessages } from '@filesmith/contract/messages/audio-editor'
import { convertAudio } from '@filesmith/contract/operations/convert-audio'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { describeRefusal } from '../../lib/describe-refusal.ts'
import { conversionJob } from '../../lib/job/job.ts'
import { useJob } from '../../lib/job/use-job.ts'
import { request } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'

export type PreviewCopy =
  | { readonly phase: 'none' }
  | { readonly phase: 'making'; readonly percent: number }
  | { readonly phase: 'ready'; readonly file: Blob }

/** MP3 frames can be decoded independently, so a copy of any length can be read chunk by chunk. */
const copyOptions = { outputFormat: 'mp3', quality: '128' } as const
const { previewFailed: title } = audioEditorMessages.wave
const { requestFailed: description } = audioEditorMessages

export function usePreviewCopy(uploadId: string | undefined) {
  const [loaded, setLoaded] = useState<{ readonly of: string | undefined; readonly file: Blob }>()
  const loading = useMutation({
    mutationFn: async (url: string) => (await request('GET', url)).blob(),
    onSuccess(file) {
      setLoaded({ of: uploadId, file })
      // Only used for the preview, so it does not stay in the list of results.
      void job.deleteResult()
    },
    onError(error) {
      job.reset()
      toasts.show({ title, description: describeRefusal(error) ?? description, variant: 'destructive' })
    },
  })
  const job = useJob({
    toolId: undefined,
    purpose: 'edit-audio',
    path: convertAudio.path,
    kind: conversionJob,
    onSucceeded: ({ downloadUrl }) => downloadUrl !== null && loading.mutate(downloadUrl),
    texts: { failed: title, unanswered: description, downloadMissing: { title, description } },
  })

  const discard = useEffectEvent(() => job.reset())
  useEffect(() => {
    if (uploadId !== undefined) return () => discard()
  }, [uploadId])

  const { view } = job
  const copyOf = (): PreviewCopy => {
    if (loaded && loaded.of === uploadId) return { phase: 'ready', file: loaded.file }
    if (view.phase === 'idle') return { phase: 'none' }
    return { phase: 'making', percent: view.phase === 'working' ? view.percent : 100 }
  }
  return { copy: copyOf(), make: () => void job.start(() => ({ uploadId, ...copyOptions })) }
}
