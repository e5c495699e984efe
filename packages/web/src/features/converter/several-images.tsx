/** Several images of the Image tab, converted to one format as a batch. */
import { batchKinds, batchPath } from '@filesmith/contract/batch'
import { toMegabytes } from '@filesmith/contract/bytes'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { imageQualities } from '@filesmith/contract/operations/media-calls'
import { plans } from '@filesmith/contract/plans'
import type { BatchCheck, BatchState } from '@filesmith/contract/schemas/batch'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { batchMessages } from '@filesmith/contract/tools/batch/messages'
import { homeImage } from '@filesmith/contract/tools/home-image'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { BatchProgress } from '../../lib/batch/batch-progress.tsx'
import { ConversionList } from '../../lib/batch/conversion-list.tsx'
import { batchJob, countDone } from '../../lib/batch/describe-batch.ts'
import { pickForBatch } from '../../lib/batch/pick-for-batch.ts'
import { FilesZone } from '../../lib/file-list/files-zone.tsx'
import type { FileNote } from '../../lib/file-list/filter-picked-files.ts'
import { extensionOf } from '../../lib/file-list/kind-of-name.ts'
import { type ListedFile, localFileOf } from '../../lib/file-list/listed-file.ts'
import { pendingReason } from '../../lib/file-list/pending-reason.ts'
import { type PickedFiles, pickedFrom } from '../../lib/file-list/picked-file.ts'
import { UploadList } from '../../lib/file-list/upload-list.tsx'
import { useImageDetails } from '../../lib/file-list/use-image-details.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { checkBatchRequest } from '../../lib/job/job-calls.ts'
import { readSavedWork } from '../../lib/job/saved-work.ts'
import { useJob } from '../../lib/job/use-job.ts'
import { pageWithin } from '../../lib/page-choice.tsx'
import { ToolPage } from '../../lib/tool-page.tsx'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { type LoadWaitScreen, useWaitScreen, WaitOverlay } from '../../lib/wait-overlay.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { ResultCard } from '../../ui/result-card.tsx'
import { ResultCardActions } from '../../ui/result-card-actions.tsx'
import { type ConversionOptions, optionsFrom } from './conversion-options.ts'
import { comparedUrlOf, ImageComparison } from './image-comparison.tsx'
import { OptionsPanel } from './options-panel.tsx'
import { severalImagesId } from './several-images-id.ts'

interface SeveralImagesProps {
  /** Chosen on the empty tab; none for those of an earlier visit. */
  readonly files: readonly File[]
  readonly isActive: boolean
  readonly loadWaitScreen: LoadWaitScreen
  /** Back to one image. */
  readonly onLeave: () => void
}

const progressTexts = { ...batchMessages, title: batchMessages.working }
const { accept, extensions } = batchKinds.images

export function SeveralImages({ files, isActive, loadWaitScreen, onLeave }: SeveralImagesProps) {
  const unavailable = useUnavailableReason('convert-image')
  const isUnavailable = unavailable !== undefined
  const plan = usePlan()
  const images = useSeveralImages(files, onLeave)
  const { job, options } = images
  const { list, view } = job
  const isIdle = view.phase === 'idle'
  const wait = useWaitScreen(loadWaitScreen)
  const { batchFiles, batchFileBytes } = plans[plan]

  const uploads = (
    <UploadList list={list} accept={accept} onPicked={images.addFiles} details={images.details} />
  )
  const conversions = isIdle ? undefined : (
    <ConversionList
      files={list.files}
      states={view.state?.files}
      onRetry={job.retry}
      rowExtra={(state, listed) => (
        <Comparison
          state={state}
          file={localFileOf(listed)}
          previewUrl={listed && images.details.get(listed.key)?.previewUrl}
        />
      )}
    />
  )
  return (
    <ToolPage
      frame={{
        heading: homeImage.heading,
        intro: (
          <p className="text-ink-muted">{batchMessages.limits(batchFiles, toMegabytes(batchFileBytes))}</p>
        ),
      }}
      job={job}
      unavailable={unavailable}
      input={
        <FilesZone
          icon={<FileIcon kind="image" />}
          prompt={batchMessages.dropPrompts.images}
          hint={batchMessages.accepts('images')}
          accept={accept}
          isDisabled={isUnavailable || !isIdle}
          isListening={isActive}
          onPicked={images.addFiles}
          notes={isIdle ? images.notes : []}
          content={conversions ?? (list.files.length > 0 ? uploads : undefined)}
        />
      }
      options={
        isIdle ? (
          <OptionsPanel
            tool={homeImage}
            options={options}
            onChange={images.setOptions}
            media={undefined}
            pages={images.maxPages}
            isEach={list.files.length > 1}
            isDisabled={isUnavailable}
          />
        ) : null
      }
      progress={panelRef =>
        view.phase === 'working' ? (
          <BatchProgress
            view={view}
            fileCount={list.files.length}
            texts={progressTexts}
            panelRef={panelRef}
            onCancel={job.cancel}
          />
        ) : null
      }
      result={(state, downloadRef) => (
        <SeveralResult
          state={state}
          downloadRef={downloadRef}
          onConvertMore={images.startOver}
          onChangeFormat={list.files.length > 0 ? job.reset : undefined}
          onDelete={job.deleteResult}
        />
      )}
      action={{
        label: batchMessages.convert,
        blocked: images.blocked,
        onStart: () => (plan === 'free' ? void wait.begin(images.check) : images.convert()),
        onStartOver: images.startOver,
      }}
      overlay={restoreFocus => (
        <WaitOverlay
          wait={wait}
          isActive={isActive}
          seconds={homeImage.waitSeconds}
          onContinue={images.convert}
          onClosed={restoreFocus}
        />
      )}
    />
  )
}

function useSeveralImages(initial: readonly File[], onLeave: () => void) {
  const plan = usePlan()
  const [options, setOptions] = useState(() => optionsFrom(homeImage, readSavedWork(severalImagesId).options))
  const [notes, setNotes] = useState<readonly FileNote[]>([])
  const job = useJob({
    toolId: severalImagesId,
    purpose: 'batch-convert',
    path: batchPath,
    kind: batchJob(batchMessages.noneSucceeded),
    options: { ...options },
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
  const { details, maxPages } = useImageDetails(files)

  const addFiles = (picked: PickedFiles) => {
    const { files: taken, notes: left } = pickForBatch({
      picked,
      listed: files,
      plan,
      isOfKind: file => file.type.startsWith('image/') || extensions.includes(extensionOf(file.name)),
      otherKind: batchMessages.otherKind.images,
    })
    job.list.add(taken)
    setNotes(left)
  }
  const isAdded = useRef(false)
  const addInitial = useEffectEvent(() => {
    if (initial.length > 0 && !isAdded.current) addFiles(pickedFrom([...initial]))
    isAdded.current = true
  })
  useEffect(() => addInitial(), [])

  const page = pageWithin(options.page, maxPages, files.length > 1)
  const missing = files.length === 0 ? batchMessages.noFile : pendingReason(files)
  return {
    job,
    options,
    setOptions,
    details,
    maxPages,
    notes,
    addFiles,
    blocked: missing === undefined ? undefined : { title: missing },
    /** Rejected before the wait if it would be rejected after it. */
    async check() {
      setNotes([])
      try {
        await checkBatchRequest(requestFor(options, page, uploadIdsOf(files)))
        return true
      } catch (error) {
        job.refuse(error)
        return false
      }
    },
    convert() {
      setNotes([])
      void job.start(uploads =>
        requestFor(
          options,
          page,
          uploads.map(({ uploadId }) => uploadId),
        ),
      )
    },
    startOver() {
      job.clear()
      onLeave()
    },
  }
}

function requestFor(
  { outputFormat, quality }: ConversionOptions,
  page: number | undefined,
  uploadIds: readonly string[],
): BatchCheck {
  return {
    fileType: 'images',
    targetFormat: outputFormat,
    quality: imageQualities.find(known => known === quality),
    ...(page !== undefined && { page }),
    files: uploadIds.map(uploadId => ({ uploadId })),
  }
}

function uploadIdsOf(files: readonly ListedFile[]): string[] {
  return files.flatMap(({ sending }) => (sending.phase === 'complete' ? [sending.uploadId] : []))
}

interface ComparisonProps {
  readonly state: ConversionState
  readonly file: File | undefined
  readonly previewUrl: string | null | undefined
}

/** Opened on demand: the results are as large as they are. */
function Comparison({ state, file, previewUrl }: ComparisonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const hasOriginal = file !== undefined || Boolean(previewUrl)
  if (state.status !== 'succeeded' || !hasOriginal || comparedUrlOf(state) === undefined) return null
  return (
    <details className="mt-1" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary
        aria-label={conversionMessages.comparison.compare(state.fileName)}
        className="inline-flex min-h-8 items-center rounded font-semibold text-ink underline underline-offset-4"
      >
        {conversionMessages.comparison.show}
      </summary>
      {isOpen ? <ImageComparison file={file} previewUrl={previewUrl} result={state} /> : null}
    </details>
  )
}

interface SeveralResultProps {
  readonly state: BatchState
  readonly downloadRef: RefObject<HTMLAnchorElement | null>
  readonly onConvertMore: () => void
  /** Undefined when the uploads have been deleted from the server. */
  readonly onChangeFormat: (() => void) | undefined
  readonly onDelete: () => void
}

function SeveralResult({ state, downloadRef, onConvertMore, onChangeFormat, onDelete }: SeveralResultProps) {
  const { done, all } = countDone(state)
  const resultBytes = state.files.reduce((sum, { resultSize }) => sum + (resultSize ?? 0), 0)
  const partly = done === all ? batchMessages.succeeded : batchMessages.partlySucceeded(done, all)
  return (
    <ResultCard
      heading={done > 0 ? batchMessages.resultHeading : batchMessages.failedHeading}
      actions={
        <ResultCardActions
          downloadUrl={state.downloadUrl}
          downloadLabel={done > 1 ? batchMessages.downloadAll : batchMessages.download}
          downloadRef={downloadRef}
          others={[
            { label: batchMessages.convertMore, onPress: onConvertMore },
            { label: batchMessages.otherFormat, onPress: onChangeFormat },
          ]}
          expiresAt={state.files.find(file => file.status === 'succeeded')?.expiresAt ?? null}
          onDelete={onDelete}
        />
      }
    >
      <div>
        <p className="text-base font-semibold">{done === 0 ? batchMessages.noneSucceeded(all) : partly}</p>
        {done > 0 ? (
          <p className="figures text-xs text-ink-muted">
            {[formatBytes(resultBytes), ...(done > 1 ? [batchMessages.asZip(done)] : [])].join(' · ')}
          </p>
        ) : null}
      </div>
    </ResultCard>
  )
}
