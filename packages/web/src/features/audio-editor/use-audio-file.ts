/** The recording on the counter: sent when it is chosen, and read in this browser as far as it can be. */
import { wrongFileErrors } from '@filesmith/contract/wrong-file-errors'
import { useState } from 'react'
import { useFileList } from '../../lib/file-list/use-file-list.ts'
import { useUploadDetails } from '../../lib/use-upload-details.ts'
import { editorToolId } from './edit/edit-settings.ts'
import { isComplete } from './measure/measures.ts'
import type { Studio } from './studio.ts'
import { useAudioSource } from './use-audio-source.ts'
import { useListeningCopy } from './use-listening-copy.ts'

export function useAudioFile(studio: Studio) {
  const list = useFileList(editorToolId, 'edit-audio')
  /** The file of an earlier visit, chosen once more to be seen and heard. */
  const [shownAgain, setShownAgain] = useState<File>()
  const listed = list.files.at(-1)
  const uploadId = listed?.sending.phase === 'complete' ? listed.sending.uploadId : undefined
  const { details } = useUploadDetails(uploadId)
  const { copy, make } = useListeningCopy(uploadId)
  const own = listed?.file ?? (listed ? shownAgain : undefined)
  const sound = useAudioSource(studio, copy.phase === 'ready' ? copy.file : own)
  const { reader } = sound ?? {}
  const media = details?.media
  return {
    listed,
    uploadId,
    sound,
    copy,
    makeCopy: make,
    hasOwnFile: own !== undefined,
    /** All of it has been heard, so that there is something to say about it. */
    isMeasured: sound?.measures !== undefined && isComplete(sound.measures),
    /** As heard; as the server says, where it cannot be heard. */
    durationSeconds: reader
      ? reader.lengthSamples / reader.sampleRateHz
      : (media?.durationSeconds ?? undefined),
    /** Why nothing will come of it, said before anybody presses the button. */
    problem: details?.problem?.message ?? (media ? problemOf(media) : undefined),
    choose(file: File) {
      setShownAgain(undefined)
      list.clear()
      list.add([{ file, path: file.name }])
    },
    /** True when it is the one that was sent. */
    showAgain(file: File): boolean {
      const isSame = file.size === listed?.sizeBytes && file.name === listed.path
      if (isSame) setShownAgain(file)
      return isSame
    },
    resend: () => listed && list.retry(listed.key),
    clear() {
      setShownAgain(undefined)
      list.clear()
    },
  }
}

function problemOf({ audio, video }: { readonly audio: unknown; readonly video: unknown }) {
  if (!audio) return wrongFileErrors['no-audio-track'].message
  return video ? wrongFileErrors['video-given'].message : undefined
}
