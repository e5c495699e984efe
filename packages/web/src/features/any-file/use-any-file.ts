/** State and actions of the tab "Any file": files with the format of each, and the batch that converts them. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { sizeText, toMegabytes } from '@filesmith/contract/bytes'
import { checkBatch } from '@filesmith/contract/check-batch'
import type { FormatId } from '@filesmith/contract/formats'
import { anyFileMessages } from '@filesmith/contract/messages/any-file'
import type { FormatPair } from '@filesmith/contract/pair-pages'
import type { FileBatch } from '@filesmith/contract/schemas/file-batch'
import { batchMessages } from '@filesmith/contract/tools/batch/messages'
import { useMemo, useState } from 'react'
import { batchJob, countDone } from '../../lib/batch/describe-batch.ts'
import { type FileNote, filterPickedFiles, pathsOf } from '../../lib/file-list/filter-picked-files.ts'
import {
  identityOf,
  type ListedFile,
  modifiedAtOf,
  type UploadedFile,
  uploadedFilesOf,
} from '../../lib/file-list/listed-file.ts'
import { stoppedReason } from '../../lib/file-list/pending-reason.ts'
import type { PickedFile, PickedFiles } from '../../lib/file-list/picked-file.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { readSavedWork } from '../../lib/job/saved-work.ts'
import { useJob } from '../../lib/job/use-job.ts'
import { request } from '../../lib/request.ts'
import { usePlan } from '../../lib/use-plan.ts'
import {
  type ChosenFile,
  type ChosenOptions,
  chosenFile,
  type FileChoice,
  type FileChoices,
  restoreAudiobook,
  restoreChoices,
  saveChoices,
} from './file-choice.ts'
import { findTextsWithImages, packText, type TextWithImages } from './pack-texts.ts'
import { recognizeFiles } from './recognize-files.ts'
import { type Targets, useTargets } from './use-targets.ts'

export function useAnyFile(toolId: string, preset: FormatPair | undefined) {
  const plan = usePlan()
  const targets = useTargets()
  const [choices, setChoices] = useState<FileChoices>(() => restoreChoices(readSavedWork(toolId).options))
  const [notes, setNotes] = useState<readonly FileNote[]>([])
  const [isRecognizing, setIsRecognizing] = useState(false)
  const [texts, setTexts] = useState<readonly PackableText[]>([])
  const [wantedBook, setAudiobook] = useState(() => restoreAudiobook(readSavedWork(toolId).options))
  const [saved, setSaved] = useState<ReturnType<typeof saveChoices>>()
  const job = useJob({
    toolId,
    purpose: 'convert-files',
    path: apiPaths.batches,
    kind: batchJob(batchMessages.noneSucceeded),
    options: saved,
    acceptsPassword: true,
    texts: {
      failed: batchMessages.failed,
      unanswered: batchMessages.requestFailed,
      succeeded(state) {
        const { done, all } = countDone(state)
        return done === all ? batchMessages.succeeded : batchMessages.partlySucceeded(done, all)
      },
      canceled: () => batchMessages.canceled,
      deleted: batchMessages.deleted,
      downloadMissing: batchMessages.downloadMissing,
    },
  })
  const { files } = job.list
  const chosen = useChosenFiles(files, choices, targets, preset?.to)
  const audiobookControls = targets.audiobookControlsOf(chosen)
  const audiobook = audiobookControls && wantedBook
  const savable = useMemo(() => saveChoices(chosen, audiobook), [chosen, audiobook])
  if (savable !== saved) setSaved(savable)

  const missing = findMissing(files, chosen, plan, targets, audiobook !== undefined)
  const change = (ids: readonly string[], to: FormatId, options: ChosenOptions) =>
    setChoices(before => {
      const after = new Map(before)
      for (const { id, choice } of chosen) if (ids.includes(id)) after.set(id, { ...choice, to, options })
      return after
    })

  /** Adds files to the list, where they replace others. */
  async function list(picks: readonly PickedFile[], replaced: readonly PickedFile[] = []) {
    const recognized = await recognizeFiles(picks)
    const replacedIds = new Set(replaced.map(identityOfPick))
    const [removed, kept] = partition(job.list.current(), file => replacedIds.has(identityOf(file)))
    const added = recognized.files.map(found => ({ ...found, size: found.pick.file.size }))
    const existing = kept.map(({ sizeBytes: size }) => ({ size, pick: undefined }))
    // A single file has the limit of its operation.
    const isBatch = existing.length + added.length > 1
    const checked = isBatch ? checkBatch([...existing, ...added], plan) : { files: added, problems: [] }
    const taken = new Set(checked.files.flatMap(({ pick }) => pick ?? []))
    setChoices(before => withRecognized(before, recognized.files))
    job.list.add(added.flatMap(({ pick }) => (taken.has(pick) ? [pick] : [])))
    for (const { key } of removed) job.list.remove(key)
    return [
      ...recognized.notes,
      ...checked.problems.map(({ message, files: dropped }) => ({
        text: message,
        names: pathsOf(dropped.flatMap(({ pick }) => pick ?? [])),
      })),
    ]
  }

  const listedIds = new Set(files.map(identityOf))
  const isListed = (pick: PickedFile) => listedIds.has(identityOfPick(pick))
  const listedTexts = texts.filter(({ text, images, pack }) =>
    [text, ...images, ...(pack ? [pack] : [])].some(isListed),
  )

  return {
    job,
    chosen,
    targets,
    unavailable: preset && targets.refusalOfPair(preset),
    notes,
    isRecognizing,
    audiobook,
    audiobookControls,
    setAudiobook,
    change,
    blocked: missing === undefined ? undefined : { title: missing },
    /** Texts in Markdown that show images which were added with them. */
    texts: listedTexts,
    areTextsPacked: listedTexts.every(({ isPacked }) => isPacked),
    async packTexts(isPacked: boolean) {
      const changed = await Promise.all(
        listedTexts.map(async text => ({ ...text, isPacked, pack: text.pack ?? (await packText(text)) })),
      )
      const unlisted = changed.flatMap(partsOf).filter(pick => !isListed(pick))
      setTexts(changed)
      setNotes(await list([...new Set(unlisted)], listedTexts.flatMap(partsOf)))
    },
    async addFiles(picked: PickedFiles) {
      setIsRecognizing(true)
      const filtered = filterPickedFiles(picked, job.list.current(), { keepsEmpty: false })
      const [found, problems] = await Promise.all([findTextsWithImages(filtered.files), list(filtered.files)])
      setIsRecognizing(false)
      setTexts(before => [...before, ...found.map(text => ({ ...text, isPacked: false }))])
      setNotes([...problems, ...filtered.notes])
    },
    /** Rejected before the wait if it would be rejected after it. */
    async check() {
      setNotes([])
      try {
        await request('POST', apiPaths.fileBatchCheck, requestFor(uploadedFilesOf(files), chosen, audiobook))
        return true
      } catch (error) {
        job.refuse(error)
        return false
      }
    },
    convert() {
      setNotes([])
      void job.start(uploads => requestFor(uploads, chosen, audiobook))
    },
    async cancelFile(conversionId: string) {
      await request('DELETE', apiPaths.conversion(conversionId)).catch(() => undefined)
    },
    startOver() {
      job.clear()
      setChoices(new Map())
      setAudiobook(undefined)
      setTexts([])
      setNotes([])
    },
  }
}

interface PackableText extends TextWithImages {
  readonly pack?: PickedFile
  /** Its pack is in the list instead of the text and its images. */
  readonly isPacked: boolean
}

/** What the list contains of it. */
function partsOf({ text, images, pack, isPacked }: PackableText): readonly PickedFile[] {
  return isPacked && pack ? [pack] : [text, ...images]
}

function identityOfPick({ file, path }: PickedFile): string {
  return identityOf({ path, sizeBytes: file.size, modifiedAt: modifiedAtOf(file) })
}

function partition<Value>(values: readonly Value[], isFirst: (value: Value) => boolean): [Value[], Value[]] {
  return [values.filter(isFirst), values.filter(value => !isFirst(value))]
}

/** The same object for a file as long as nothing about it changes, so that its row does not render again. */
function useChosenFiles(
  files: readonly ListedFile[],
  choices: FileChoices,
  targets: Targets,
  preset: FormatId | undefined,
): readonly ChosenFile[] {
  const ids = files.map(identityOf).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: files change with every uploaded byte, their identities do not
  return useMemo(
    () => files.map(listed => withSuggestion(chosenFile(listed, choices), targets, preset)),
    [ids, choices, targets, preset],
  )
}

/** The most wanted format that is available, unless one was chosen. */
function withSuggestion(file: ChosenFile, { refusalOf }: Targets, preset: FormatId | undefined): ChosenFile {
  if (file.choice.to !== undefined) return file
  // Another format than that of the page is never chosen without the user.
  const candidates = file.outputs.filter(to => to === preset)
  const to = (candidates.length > 0 ? candidates : file.outputs).find(
    output => refusalOf(file, output) === undefined,
  )
  return to === undefined ? file : { ...file, choice: { ...file.choice, to } }
}

function withRecognized(
  before: FileChoices,
  found: Awaited<ReturnType<typeof recognizeFiles>>['files'],
): FileChoices {
  const added = found.map(({ pick, format }): [string, FileChoice] => [
    identityOfPick(pick),
    { format, options: {} },
  ])
  return new Map([...before, ...added])
}

/** First unmet precondition. */
function findMissing(
  files: readonly ListedFile[],
  chosen: readonly ChosenFile[],
  plan: ReturnType<typeof usePlan>,
  { maxBytesOf, refusalOf }: Targets,
  isAudiobook: boolean,
): string | undefined {
  if (files.length === 0) return anyFileMessages.noFile
  const sizes = files.map(({ sizeBytes: size }) => ({ size }))
  const [problem] = files.length > 1 ? checkBatch(sizes, plan).problems : []
  if (problem) return problem.message
  for (const file of isAudiobook ? [] : chosen) {
    const { to } = file.choice
    if (to === undefined) return anyFileMessages.noTarget(file.name)
    const refusal = refusalOf(file, to)
    if (refusal !== undefined) return anyFileMessages.refused(file.name, refusal)
    const maxBytes = maxBytesOf(file, to)
    if (file.sizeBytes > maxBytes)
      return anyFileMessages.tooLarge(file.name, formatLabel(to), sizeText(toMegabytes(maxBytes)))
  }
  return stoppedReason(files)
}

function requestFor(
  uploads: readonly UploadedFile[],
  chosen: readonly ChosenFile[],
  audiobook: ChosenOptions | undefined,
): FileBatch {
  if (audiobook) {
    const texts = Object.entries(audiobook).map(([name, value]) => [name, String(value)])
    return {
      files: uploads.map(({ uploadId }) => ({ uploadId, outputFormat: 'm4b' })),
      audiobook: Object.fromEntries(texts),
    }
  }
  const byId = new Map(chosen.map(file => [file.id, file.choice]))
  return {
    files: uploads.flatMap(upload => {
      const { to, options = {} } = byId.get(identityOf({ ...upload, modifiedAt: upload.modifiedAt })) ?? {}
      if (to === undefined) return []
      const chosenOptions = Object.keys(options).length > 0 ? { options } : {}
      const path = upload.path.includes('/') ? { path: upload.path } : {}
      return [{ uploadId: upload.uploadId, outputFormat: to, ...path, ...chosenOptions }]
    }),
  }
}
