/** Everything the GIF maker knows and can do: its files, what the GIF shall be, the work. */
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
import { gifCall } from './gif-call.ts'
import { defaultSettings, gifToolId, savedSettings, toSaved } from './gif-settings.ts'
import { type ImageDelays, savedDelays } from './images/image-delays.ts'
import { kindOfFiles } from './kind-of-files.ts'
import { useSource } from './use-source.ts'
import { firstPart, fitPart } from './video/video-part.ts'

const jobSettings: JobSettings<ConversionState> = {
  toolId: gifToolId,
  path: operations['create-gif'].path,
  read: json => conversionStateSchema.parse(json),
  failureOf: ({ error }) => error?.message,
  isFailureShown: false,
  texts: {
    failed: gifMessages.failed,
    unanswered: gifMessages.unanswered,
    succeeded: () => gifMessages.succeeded,
    canceled: () => gifMessages.cancelled,
    deleted: gifMessages.deleted,
    downloadMissing: gifMessages.downloadMissing,
  },
}

export function useGifMaker(maxBytes: number) {
  const [settings, setSettings] = useState(savedSettings)
  const [delays, setDelays] = useState<ImageDelays>(savedDelays)
  const [notes, setNotes] = useState<readonly string[]>([])
  const [complaint, setComplaint] = useState<string>()
  const list = useFileList(gifToolId, 'create-gif')
  const { files } = list
  const source = useSource(files)
  const { view, start, cancel, deleteResult, reset } = useJob({
    ...jobSettings,
    onSucceeded({ downloadUrl }) {
      toasts.show({ title: conversionMessages.succeededToast, description: gifMessages.succeeded })
      if (downloadUrl !== null) window.location.assign(downloadUrl)
      setSettings(defaultSettings)
      setDelays({})
    },
  })

  useEffect(() => {
    if (files.length > 0)
      saveFiles(gifToolId, { options: { ...toSaved(settings), delays: JSON.stringify(delays) } })
  }, [files.length, settings, delays])

  // A film that was just chosen begins with its own first seconds; one of an earlier visit keeps what was chosen then.
  const { kind, first, lengthSeconds } = source
  const begunKey = useRef<string>(undefined)
  useEffect(() => {
    if (kind !== 'film' || !first?.file || lengthSeconds === undefined || begunKey.current === first.key)
      return
    begunKey.current = first.key
    setSettings(chosen => ({ ...chosen, ...firstPart(lengthSeconds) }))
  }, [kind, first, lengthSeconds])

  const findObstacle = (): string | undefined =>
    files.length === 0 ? gifMessages.noFile.description : pendingReason(files)
  // Said only as long as it is true: the complaint goes when what was missing comes.
  const standing = complaint !== undefined && complaint === findObstacle() ? complaint : undefined
  const failure = view.phase === 'idle' ? view.failure : undefined
  const fitted = { ...settings, ...fitPart(settings, lengthSeconds) }

  const handOver = () => {
    toasts.show(gifMessages.started)
    void start(gifCall(source, fitted, delays))
  }

  const refuse = () => toasts.show({ ...gifMessages.invalid, variant: 'destructive' })

  const addImages = (picked: readonly PickedFile[], notesSoFar: readonly string[]) => {
    const room = Math.max(0, maxGifImages - files.length)
    const isTooMany = picked.length > room
    setNotes(isTooMany ? [...notesSoFar, gifMessages.images.tooMany(maxGifImages)] : notesSoFar)
    list.add(picked.slice(0, room))
  }

  return {
    list,
    view,
    source,
    settings: fitted,
    setSettings,
    delays,
    /** Undefined lets it follow the frame rate again. */
    setDelay(listed: ListedFile, delayMs: number | undefined) {
      const { [identityOf(listed)]: _before, ...others } = delays
      setDelays(delayMs === undefined ? others : { ...others, [identityOf(listed)]: delayMs })
    },
    notes,
    complaint: standing ?? failure,
    /** The complaint is about the plan. */
    needsPlan: standing === undefined && view.phase === 'idle' && view.needsPlan === true,
    takeFiles(picked: PickedFiles) {
      const sorted = filterPickedFiles(picked, files, { keepsEmpty: false })
      const chosen = sorted.files.map(({ file }) => file)
      const checked = checkFiles(chosen, { accept: '', isMultiple: true, maxBytes })
      setNotes(sorted.notes)
      if (!checked.isAccepted) {
        if (checked.reason === 'too-large') window.alert(checked.message)
        return
      }
      const all = [...files.map(({ path, file }) => ({ name: path, type: file?.type ?? '' })), ...chosen]
      if (kindOfFiles(all) === 'neither') refuse()
      else addImages(sorted.files, sorted.notes)
    },
    create() {
      const obstacle = findObstacle()
      setComplaint(obstacle)
      setNotes([])
      if (obstacle === gifMessages.noFile.description)
        toasts.show({ ...gifMessages.noFile, variant: 'destructive' })
      else if (obstacle) toasts.show({ title: obstacle, variant: 'destructive' })
      else handOver()
    },
    cancel: () => void cancel(),
    deleteResult: () => void deleteResult(),
    /** The same files once more. */
    backToSettings: reset,
    startOver() {
      reset()
      list.clear()
      setSettings(defaultSettings)
      setDelays({})
      setNotes([])
      setComplaint(undefined)
    },
  }
}
