/** Batch converter: converts several files of one kind to one format, with one tab per kind. */
import {
  type BatchKindId,
  batchKindIds,
  batchKinds,
  batchOutputs,
  batchPath,
} from '@filesmith/contract/batch'
import { toMegabytes } from '@filesmith/contract/bytes'
import { checkBatch } from '@filesmith/contract/check-batch'
import type { FormatId } from '@filesmith/contract/formats'
import { allowanceMessages } from '@filesmith/contract/messages/allowance'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { type PlanId, plans } from '@filesmith/contract/plans'
import { paths } from '@filesmith/contract/routes'
import { batchMessages } from '@filesmith/contract/tools/batch/messages'
import { Plus } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { BatchProgress } from '../../lib/batch/batch-progress.tsx'
import { BatchResult } from '../../lib/batch/batch-result.tsx'
import { ConversionList, useBatchPasswords } from '../../lib/batch/conversion-list.tsx'
import { batchJob, countDone } from '../../lib/batch/describe-batch.ts'
import { pickForBatch } from '../../lib/batch/pick-for-batch.ts'
import { FilesZone } from '../../lib/file-list/files-zone.tsx'
import type { FileNote } from '../../lib/file-list/filter-picked-files.ts'
import { extensionOf } from '../../lib/file-list/kind-of-name.ts'
import { stoppedReason } from '../../lib/file-list/pending-reason.ts'
import type { PickedFiles } from '../../lib/file-list/picked-file.ts'
import { UploadList } from '../../lib/file-list/upload-list.tsx'
import { useImageDetails } from '../../lib/file-list/use-image-details.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { hasSavedWork, readSavedWork } from '../../lib/job/saved-work.ts'
import { useJob } from '../../lib/job/use-job.ts'
import { PageChoice, pageWithin } from '../../lib/page-choice.tsx'
import { ToolFrame, ToolPage } from '../../lib/tool-page.tsx'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Icon } from '../../ui/icon.tsx'
import { InnerTabs } from '../../ui/inner-tabs.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextLink } from '../../ui/text-link.tsx'

const progressTexts = { ...batchMessages, title: batchMessages.working }

/** Reopens the tab that has saved files. */
function findInitialTab(): BatchKindId {
  return batchKindIds.find(kind => hasSavedWork(batchToolId(kind))) ?? 'images'
}

/** `isActive`: it is visible and handles drops and pastes on the page. */
export function BatchConverter({ isActive }: { readonly isActive: boolean }) {
  const [activeKind, setActiveKind] = useState<string>(findInitialTab)
  const plan = usePlan()
  return (
    <ToolFrame heading={batchMessages.heading}>
      <InnerTabs
        label={batchMessages.kinds}
        value={activeKind}
        onChange={setActiveKind}
        tabs={batchKindIds.map(kind => ({
          id: kind,
          label: batchKinds[kind].label,
          icon: <KindIcon kind={batchKinds[kind].fileKind} />,
          content: <BatchTab kind={kind} plan={plan} isActive={isActive && kind === activeKind} />,
        }))}
      />
    </ToolFrame>
  )
}

interface BatchTabProps {
  readonly kind: BatchKindId
  readonly plan: PlanId
  readonly isActive: boolean
}

/** Tab of the batch converter: file list, target format, progress and result. */
function BatchTab({ kind, plan, isActive }: BatchTabProps) {
  const { fileKind, operation, accept } = batchKinds[kind]
  const unavailable = useUnavailableReason(operation)
  const isUnavailable = unavailable !== undefined
  const batch = useBatchTab(kind, plan)
  const { job } = batch
  const { list, view } = job
  const isIdle = view.phase === 'idle'
  const hasFiles = list.files.length > 0
  const passwords = useBatchPasswords(view, job.retry)

  const uploads = hasFiles ? (
    <UploadList list={list} accept={accept} onPicked={batch.addFiles} details={batch.details} />
  ) : undefined
  const conversions = isIdle ? undefined : (
    <ConversionList files={list.files} states={view.state?.files} onRetry={job.retry} passwords={passwords} />
  )
  return (
    <ToolPage
      job={job}
      unavailable={unavailable}
      intro={<BatchLimits plan={plan} />}
      input={
        <FilesZone
          icon={<FileIcon kind={fileKind} />}
          prompt={batchMessages.dropPrompts[kind]}
          hint={batchMessages.accepts(kind)}
          accept={accept}
          isDisabled={isUnavailable || !isIdle}
          isListening={isActive}
          onPicked={batch.addFiles}
          notes={isIdle ? batch.notes : []}
          content={conversions ?? uploads}
        />
      }
      options={
        isIdle ? (
          <TargetPanel
            kind={kind}
            target={batch.target}
            onChange={batch.setTarget}
            isDisabled={isUnavailable}
          >
            {batch.maxPages > 1 ? (
              <PageChoice
                pages={batch.maxPages}
                isEach={list.files.length > 1}
                page={batch.page}
                note={describePages(batch.target, batch.maxPages, list.files.length > 1)}
                isDisabled={isUnavailable}
                onChange={batch.setPage}
              />
            ) : null}
          </TargetPanel>
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
        <BatchResult
          state={state}
          downloadRef={downloadRef}
          onConvertMore={batch.startOver}
          onChangeFormat={hasFiles ? job.reset : undefined}
          onDelete={job.deleteResult}
        />
      )}
      action={{
        label: batchMessages.convert,
        blocked: batch.blocked,
        onStart: batch.convert,
        onStartOver: hasFiles ? batch.startOver : undefined,
      }}
      password={passwords.slot}
    />
  )
}

/** Limits of a batch on the current plan, with an upgrade hint. */
function BatchLimits({ plan }: { readonly plan: PlanId }) {
  const { batchFiles, batchFileBytes } = plans[plan]
  return (
    <p className="flex flex-wrap gap-x-3 text-ink-muted">
      <span className="font-semibold text-ink">
        {batchMessages.limits(batchFiles, toMegabytes(batchFileBytes))}
      </span>
      {batchFiles === null ? null : (
        <span>
          {batchMessages.premium}{' '}
          <TextLink to={paths.plans} className="whitespace-nowrap text-ink">
            {allowanceMessages.seePlans}
          </TextLink>
        </span>
      )}
    </p>
  )
}

interface TargetPanelProps {
  readonly kind: BatchKindId
  readonly target: FormatId | undefined
  readonly onChange: (target: FormatId) => void
  readonly isDisabled: boolean
  /** More options. */
  readonly children: ReactNode
}

/** Target format of a batch, without a default. */
function TargetPanel({ kind, target, onChange, isDisabled, children }: TargetPanelProps) {
  const [hasMore, setHasMore] = useState(false)
  const offered: readonly FormatId[] = batchKinds[kind].outputs
  const all = batchOutputs(kind)
  const isShort =
    !hasMore && all.length > offered.length && (target === undefined || offered.includes(target))
  const outputs = isShort ? offered : all
  /** The button disappears, so the focus moves to the first of the new choices. */
  const showMore = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const panel = currentTarget.parentElement?.parentElement
    flushSync(() => setHasMore(true))
    panel?.querySelector<HTMLElement>(`input[value="${all[offered.length]}"]`)?.focus()
  }
  return (
    <Panel className="flex flex-col gap-6 self-start p-5">
      <ChoiceGroup
        legend={batchMessages.targetFormat}
        choices={outputs.map(value => ({ value, label: formatLabel(value) }))}
        value={target ?? ''}
        onChange={value => {
          const chosen = outputs.find(output => output === value)
          if (chosen) onChange(chosen)
        }}
        isDisabled={isDisabled}
        note={target ? batchMessages.formatNote(target) : batchMessages.choose}
        more={
          isShort ? (
            <Button disabled={isDisabled} onClick={showMore}>
              <Icon of={Plus} sizePx={16} /> {conversionMessages.moreFormats}
            </Button>
          ) : null
        }
      />
      {children}
    </Panel>
  )
}

/** What becomes of all pages of the images. */
function describePages(target: FormatId | undefined, pages: number, isEach: boolean): string {
  if (target === undefined) return batchMessages.choose
  const { pages: texts } = conversionMessages
  const label = formatLabel(target)
  return isEach ? texts.eachNote(target, label) : texts.note(target, label, pages)
}

/** State and actions of a batch converter tab: files, target format and job. */
function useBatchTab(kind: BatchKindId, plan: PlanId) {
  const toolId = batchToolId(kind)
  const [target, setTarget] = useState(() => savedTarget(kind))
  const [page, setPage] = useState(() => savedPage(kind))
  const [notes, setNotes] = useState<readonly FileNote[]>([])
  const job = useJob({
    toolId,
    purpose: 'batch-convert',
    path: batchPath,
    kind: batchJob(batchMessages.noneSucceeded),
    options: { ...(target && { target }), ...(page !== undefined && { page }) },
    acceptsPassword: true,
    texts: {
      failed: batchMessages.failed,
      unanswered: batchMessages.requestFailed,
      succeeded(state) {
        const { done, all } = countDone(state)
        return done === all ? batchMessages.succeeded : batchMessages.partlySucceeded(done, all)
      },
      canceled(state) {
        if (!state) return batchMessages.canceled
        const { done, all } = countDone(state)
        return {
          title: batchMessages.canceled.title,
          description: batchMessages.canceledPartly(done, all),
        }
      },
      deleted: batchMessages.deleted,
      downloadMissing: batchMessages.downloadMissing,
    },
  })
  const { files } = job.list
  const { details, maxPages } = useImageDetails(files)

  /** First unmet precondition, in the order in which the user is asked for them. */
  const findMissing = (): string | undefined => {
    if (!target) return batchMessages.noTarget
    if (files.length === 0) return batchMessages.noFile
    const { problems } = checkBatch(
      files.map(({ sizeBytes: size }) => ({ size })),
      plan,
    )
    return problems[0]?.message ?? stoppedReason(files)
  }
  const missing = findMissing()

  return {
    job,
    target,
    setTarget,
    details,
    maxPages,
    page,
    setPage,
    notes,
    blocked: missing === undefined ? undefined : { title: missing },
    addFiles(picked: PickedFiles) {
      const { files: taken, notes } = pickForBatch({
        picked,
        listed: files,
        plan,
        isOfKind: file => isOfKind(file, kind),
        otherKind: batchMessages.otherKind[kind],
      })
      job.list.add(taken)
      setNotes(notes)
    },
    convert() {
      setNotes([])
      const sentPage = pageWithin(page, maxPages, files.length > 1)
      void job.start(uploads => ({
        fileType: kind,
        targetFormat: target,
        ...(sentPage !== undefined && { page: sentPage }),
        files: uploads.map(({ uploadId }) => ({ uploadId })),
      }))
    },
    startOver() {
      job.clear()
      setTarget(undefined)
      setPage(undefined)
      setNotes([])
    },
  }
}

function savedTarget(kind: BatchKindId): FormatId | undefined {
  const saved = readSavedWork(batchToolId(kind)).options.target
  return batchOutputs(kind).find(output => output === saved)
}

function savedPage(kind: BatchKindId): number | undefined {
  const { page } = readSavedWork(batchToolId(kind)).options
  return typeof page === 'number' ? page : undefined
}

/** Pre-checks a file against the kind of a tab by MIME type and extension; the server sniffs the content. */
function isOfKind(file: File, kind: BatchKindId): boolean {
  const { fileKind, extensions } = batchKinds[kind]
  return file.type.startsWith(`${fileKind}/`) || extensions.includes(extensionOf(file.name))
}

/** Key under which the state of a batch tab is stored. */
function batchToolId(kind: BatchKindId): string {
  return `batch-${kind}`
}
