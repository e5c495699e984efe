/** State of the GIF maker: files, settings, delays and server job. */
import { checkFiles } from '@filesmith/contract/check-files'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { gifMessages } from '@filesmith/contract/messages/gif'
import { maxGifImages } from '@filesmith/contract/operations/create-gif'
import { operations } from '@filesmith/contract/operations/registry'
import { type ConversionState, conversionStateSchema } from '@filesmith/contract/schemas/conversion'
import { useEffect, useRef, useState } from 'react'
import { filterPickedFiles } from '../../lib/file-list/filter-picked-files.ts'
import { identityOf, type ListedFile } from '../../lib/file-list/listed-file.ts'
import { pendingReason } from '../../lib/file-list/pending-reason.ts'
import type { PickedFile, PickedFiles } from '../../lib/file-list/picked-file.ts'
import { saveFiles } from '../../lib/file-list/saved-files.ts'
import { useFileList } from '../../lib/file-list/use-file-list.ts'
import type { JobSettings } from '../../lib/job-settings.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useJob } from '../../lib/use-job.ts'
import { toGifRequest } from './gif-request.ts'
import { defaultGifSettings, gifToolId, readSavedGifSettings, toSavedGifSettings } from './gif-settings.ts'
import { type ImageDelays, readSavedDelays } from './images/image-delays.ts'
import { sourceKindOf } from './source-kind.ts'
import { useGifSource } from './use-gif-source.ts'
import { clampPart, defaultPart } from './video/video-part.ts'

const jobSettings: JobSettings<ConversionState> = {
  toolId: gifToolId,
  path: operations['create-gif'].path,
  read: json => conversionStateSchema.parse(json),
  failureOf: ({ error }) => error?.message,
  isFailureShown: false,
  texts: {
    failed: gifMessages.failed,
    unanswered: gifMessages.requestFailed,
    succeeded: () => gifMessages.succeeded,
    canceled: () => gifMessages.canceled,
    deleted: gifMessages.deleted,
    downloadMissing: gifMessages.downloadMissing,
  },
}

export function useGifMaker(maxBytes: number) {
  const [settings, setSettings] = useState(readSavedGifSettings)
  const [delays, setDelays] = useState<ImageDelays>(readSavedDelays)
  const [notes, setNotes] = useState<readonly string[]>([])
  const [complaint, setComplaint] = useState<string>()
  const list = useFileList(gifToolId, 'create-gif')
  const { files } = list
  const source = useGifSource(files)
  const { view, start, cancel, deleteResult, reset } = useJob({
    ...jobSettings,
    onSucceeded({ downloadUrl }) {
      toasts.show({ title: conversionMessages.succeededToast, description: gifMessages.succeeded })
      if (downloadUrl !== null) window.location.assign(downloadUrl)
      setSettings(defaultGifSettings)
      setDelays({})
    },
  })

  useEffect(() => {
    if (files.length > 0)
      saveFiles(gifToolId, { options: { ...toSavedGifSettings(settings), delays: JSON.stringify(delays) } })
  }, [files.length, settings, delays])

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

  const findBlockedReason = (): string | undefined =>
    files.length === 0 ? gifMessages.noFile.description : pendingReason(files)
  // Derived, so that the message disappears as soon as the cause is gone.
  const activeComplaint = complaint !== undefined && complaint === findBlockedReason() ? complaint : undefined
  const failure = view.phase === 'idle' ? view.failure : undefined
  const clamped = { ...settings, ...clampPart(settings, lengthSeconds) }

  const submit = () => {
    toasts.show(gifMessages.started)
    void start(toGifRequest(source, clamped, delays))
  }

  const showInvalid = () => toasts.show({ ...gifMessages.invalid, variant: 'destructive' })

  const addImages = (picked: readonly PickedFile[], notesSoFar: readonly string[]) => {
    const remaining = Math.max(0, maxGifImages - files.length)
    const isTooMany = picked.length > remaining
    setNotes(isTooMany ? [...notesSoFar, gifMessages.images.tooMany(maxGifImages)] : notesSoFar)
    list.add(picked.slice(0, remaining))
  }

  return {
    list,
    view,
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
    complaint: activeComplaint ?? failure,
    /** The complaint is about the subscription plan. */
    needsPlan: activeComplaint === undefined && view.phase === 'idle' && view.needsPlan === true,
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
      const blockedReason = findBlockedReason()
      setComplaint(blockedReason)
      setNotes([])
      if (blockedReason === gifMessages.noFile.description)
        toasts.show({ ...gifMessages.noFile, variant: 'destructive' })
      else if (blockedReason) toasts.show({ title: blockedReason, variant: 'destructive' })
      else submit()
    },
    cancel: () => void cancel(),
    deleteResult: () => void deleteResult(),
    /** Keeps the files. */
    backToSettings: reset,
    startOver() {
      reset()
      list.clear()
      setSettings(defaultGifSettings)
      setDelays({})
      setNotes([])
      setComplaint(undefined)
    },
  }
}
