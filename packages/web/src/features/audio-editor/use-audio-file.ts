/** The selected audio file: uploaded right away, and decoded in the browser if possible. */
import { wrongFileErrors } from '@filesmith/contract/wrong-file-errors'
import { useState } from 'react'
import type { FileList } from '../../lib/file-list/use-file-list.ts'
import { useUploadDetails } from '../../lib/use-upload-details.ts'
import type { AudioBackend } from './audio-backend.ts'
import { isComplete } from './measure/audio-measurements.ts'
import { useAudioSource } from './use-audio-source.ts'
import { usePreviewCopy } from './use-preview-copy.ts'

export function useAudioFile(backend: AudioBackend, list: FileList) {
  /** The file of an earlier visit, selected again so that it can be displayed and played. */
  const [reselectedFile, setReselectedFile] = useState<File>()
  const listed = list.files.at(-1)
  const uploadId = listed?.sending.phase === 'complete' ? listed.sending.uploadId : undefined
  const { details } = useUploadDetails(uploadId)
  const { copy, make } = usePreviewCopy(uploadId)
  const localFile = listed?.file ?? (listed ? reselectedFile : undefined)
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
