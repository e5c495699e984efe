/** The selected audio file: uploaded right away, and decoded in the browser if possible. */

import { convertAudio } from '@filesmith/contract/operations/convert-audio'
import { audioEditorMessages } from '@filesmith/contract/tools/audio/messages'
import { wrongFileErrors } from '@filesmith/contract/wrong-file-errors'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { describeRefusal } from '../../lib/describe-refusal.ts'
import { localFileOf } from '../../lib/file-list/listed-file.ts'
import type { FileList } from '../../lib/file-list/use-file-list.ts'
import { conversionJob } from '../../lib/job/job.ts'
import { useJob } from '../../lib/job/use-job.ts'
import { request } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useUploadDetails } from '../../lib/use-upload-details.ts'
import { type AudioProblem, UnreadableAudio } from './audio/audio-source.ts'
import type { ChunkReader } from './audio/chunk-reader.ts'
import type { AudioBackend } from './audio-backend.ts'
import { type AudioMeasurements, isComplete } from './measure/audio-measurements.ts'

/** MP3 frames can be decoded independently, so a copy of any length can be read chunk by chunk. */
const copyOptions = { outputFormat: 'mp3', quality: '128' } as const

const { previewFailed: title } = audioEditorMessages.wave

const { requestFailed: description } = audioEditorMessages

export function useAudioFile(backend: AudioBackend, list: FileList) {
  /** The file of an earlier visit, selected again so that it can be displayed and played. */
  const [reselectedFile, setReselectedFile] = useState<File>()
  const listed = list.files.at(-1)
  const uploadId = listed?.sending.phase === 'complete' ? listed.sending.uploadId : undefined
  const { details } = useUploadDetails(uploadId)
  const { copy, make } = usePreviewCopy(uploadId)
  const localFile = localFileOf(listed) ?? (listed ? reselectedFile : undefined)
  const loadedAudio = useAudioSource(backend, copy.phase === 'ready' ? copy.file : localFile)
  const { reader } = loadedAudio ?? {}
  const media = details?.media
  return {
    listed,
    uploadId,
    loadedAudio,
    copy,
    makeCopy: make,
    hasLocalFile: localFile !== undefined,
    /** The whole file is measured. */
    isMeasured: loadedAudio?.measurements !== undefined && isComplete(loadedAudio.measurements),
    /** From the decoded audio; from the server if the browser cannot decode it. */
    durationSeconds: reader
      ? reader.lengthSamples / reader.sampleRateHz
      : (media?.durationSeconds ?? undefined),
    /** Why processing would fail, shown before the user starts it. */
    problem: details?.problem?.message ?? (media ? problemOf(media) : undefined),
    choose(file: File) {
      setReselectedFile(undefined)
      list.choose(file)
    },
    /** True if it is the file that was uploaded. */
    reselect(file: File): boolean {
      const isSame = file.size === listed?.sizeBytes && file.name === listed.path
      if (isSame) setReselectedFile(file)
      return isSame
    },
    resend: () => listed && list.retry(listed.key),
    clear() {
      setReselectedFile(undefined)
      list.clear()
    },
  }
}

function problemOf({ audio, video }: { readonly audio: unknown; readonly video: unknown }) {
  if (!audio) return wrongFileErrors['no-audio-track'].message
  return video ? wrongFileErrors['video-given'].message : undefined
}

interface LoadedAudio {
  readonly file: Blob
  readonly reader?: ChunkReader
  readonly measurements?: AudioMeasurements
  readonly problem?: AudioProblem
}

/** Decodes and measures a file in the browser: loading, loaded, or undecodable. */
function useAudioSource(backend: AudioBackend, file: Blob | undefined): LoadedAudio | undefined {
  const [loaded, setLoaded] = useState<LoadedAudio>()

  useEffect(() => {
    if (!file) return
    const controller = new AbortController()
    const update = (change: Partial<LoadedAudio>) => {
      if (!controller.signal.aborted) setLoaded(previous => ({ ...previous, ...change, file }))
    }
    const read = async () => {
      try {
        const reader = await backend.open(file)
        if (controller.signal.aborted) return
        update({ reader })
        await backend.measure(reader, measurements => update({ measurements }), controller.signal)
      } catch (error) {
        update({ problem: error instanceof UnreadableAudio ? error.problem : 'undecodable' })
      }
    }
    void read()
    return () => {
      controller.abort()
      setLoaded(undefined)
    }
  }, [backend, file])

  return loaded?.file === file ? loaded : undefined
}

type PreviewCopy =
  | { readonly phase: 'none' }
  | { readonly phase: 'making'; readonly percent: number }
  | { readonly phase: 'ready'; readonly file: Blob }

/** MP3 preview copy of audio that the browser cannot decode, converted by the server on request. */
function usePreviewCopy(uploadId: string | undefined) {
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
