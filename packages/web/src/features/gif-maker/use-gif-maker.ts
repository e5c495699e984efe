/** State of the GIF maker: files, settings, delays and server job. */
import { checkFiles } from '@filesmith/contract/check-files'
import { createGif, maxGifImages } from '@filesmith/contract/operations/create-gif'
import { gifMessages } from '@filesmith/contract/tools/gif/messages'
import { useEffect, useRef, useState } from 'react'
import { type FileNote, filterPickedFiles, noteOf, pathsOf } from '../../lib/file-list/filter-picked-files.ts'
import { identityOf, type ListedFile } from '../../lib/file-list/listed-file.ts'
import { pendingReason } from '../../lib/file-list/pending-reason.ts'
import type { PickedFile, PickedFiles } from '../../lib/file-list/picked-file.ts'
import { conversionJob } from '../../lib/job/job.ts'
import { useJob } from '../../lib/job/use-job.ts'
import { toasts } from '../../lib/toast-store.ts'
import { toGifRequest } from './gif-request.ts'
import { defaultGifSettings, gifToolId, readSavedGifSettings, toSavedGifSettings } from './gif-settings.ts'
import { type ImageDelays, readSavedDelays } from './images/image-delays.ts'
import { sourceKindOf } from './source-kind.ts'
import { useGifSource } from './use-gif-source.ts'
import { clampPart, defaultPart } from './video/video-part.ts'

export function useGifMaker(maxBytes: number) {
  const [settings, setSettings] = useState(readSavedGifSettings)
  const [delays, setDelays] = useState<ImageDelays>(readSavedDelays)
  const [notes, setNotes] = useState<readonly FileNote[]>([])
  const job = useJob({
    toolId: gifToolId,
    purpose: 'create-gif',
    path: createGif.path,
    kind: conversionJob,
    options: { ...toSavedGifSettings(settings), delays: JSON.stringify(delays) },
    onSucceeded() {
      setSettings(defaultGifSettings)
      setDelays({})
    },
    texts: {
      failed: gifMessages.failed,
      unanswered: gifMessages.requestFailed,
      succeeded: () => gifMessages.succeeded,
      canceled: () => gifMessages.canceled,
      deleted: gifMessages.deleted,
      downloadMissing: gifMessages.downloadMissing,
    },
  })
  const { list } = job
  const { files } = list
  const source = useGifSource(files)

  // A newly selected video starts with its first seconds; one of an earlier visit keeps its saved part.
  const { kind, first, lengthSeconds } = source
  const initializedKey = useRef<string>(undefined)
  useEffect(() => {
    if (
      kind !== 'video' ||
      !first?.file ||
      lengthSeconds === undefined ||
      initializedKey.current === first.key
    )
      return
    initializedKey.current = first.key
    setSettings(selected => ({ ...selected, ...defaultPart(lengthSeconds) }))
  }, [kind, first, lengthSeconds])

  const pending = pendingReason(files)
  const blocked =
    files.length === 0 ? gifMessages.noFile : pending === undefined ? undefined : { title: pending }
  const clamped = { ...settings, ...clampPart(settings, lengthSeconds) }

  const showInvalid = () => toasts.show({ ...gifMessages.invalid, variant: 'destructive' })

  const addImages = (picked: readonly PickedFile[], notesSoFar: readonly FileNote[]) => {
    const remaining = Math.max(0, maxGifImages - files.length)
    const excess = pathsOf(picked.slice(remaining))
    setNotes([...notesSoFar, ...noteOf(excess, () => gifMessages.images.tooMany(maxGifImages))])
    list.add(picked.slice(0, remaining))
  }

  return {
    job,
    source,
    settings: clamped,
    setSettings,
    delays,
    /** Undefined makes it follow the frame rate again. */
    setDelay(listed: ListedFile, delayMs: number | undefined) {
      const { [identityOf(listed)]: _before, ...others } = delays
      setDelays(delayMs === undefined ? others : { ...others, [identityOf(listed)]: delayMs })
    },
    notes,
    blocked,
    addPicked(picked: PickedFiles) {
      const sorted = filterPickedFiles(picked, files, { keepsEmpty: false })
      const selected = sorted.files.map(({ file }) => file)
      const checked = checkFiles(selected, { accept: '', isMultiple: true, maxBytes })
      setNotes(sorted.notes)
      if (!checked.isAccepted) {
        if (checked.reason === 'too-large') window.alert(checked.message)
        return
      }
      const all = [...files.map(({ path, file }) => ({ name: path, type: file?.type ?? '' })), ...selected]
      if (sourceKindOf(all) === 'neither') showInvalid()
      else addImages(sorted.files, sorted.notes)
    },
    create() {
      setNotes([])
      toasts.show(gifMessages.started)
      void job.start(() => toGifRequest(source, clamped, delays))
    },
    startOver() {
      job.clear()
      setSettings(defaultGifSettings)
      setDelays({})
      setNotes([])
    },
  }
}
