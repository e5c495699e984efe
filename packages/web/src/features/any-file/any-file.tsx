/** Converts files of any kind: each is recognized by its content and becomes the format that is chosen for it. */
import { sizeText, toMegabytes } from '@filesmith/contract/bytes'
import { operationsFor } from '@filesmith/contract/conversions'
import { type FormatId, formats } from '@filesmith/contract/formats'
import { anyFileMessages } from '@filesmith/contract/messages/any-file'
import { dataPreviewMessages } from '@filesmith/contract/messages/data-preview'
import { type FormatPair, pairName } from '@filesmith/contract/pair-pages'
import { type PlanId, plans } from '@filesmith/contract/plans'
import { paths } from '@filesmith/contract/routes'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { batchMessages } from '@filesmith/contract/tools/batch/messages'
import { homeTools } from '@filesmith/contract/tools/registry'
import { maxUploadBytes } from '@filesmith/contract/upload-purposes'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { BatchProgress } from '../../lib/batch/batch-progress.tsx'
import { BatchResult } from '../../lib/batch/batch-result.tsx'
import { ConversionList, useBatchPasswords } from '../../lib/batch/conversion-list.tsx'
import { FilesZone } from '../../lib/file-list/files-zone.tsx'
import { identityOf, type ListedFile } from '../../lib/file-list/listed-file.ts'
import { UploadList } from '../../lib/file-list/upload-list.tsx'
import { formatLabel } from '../../lib/format-label.ts'
import { ToolPage } from '../../lib/tool-page.tsx'
import { usePlan } from '../../lib/use-plan.ts'
import { type LoadWaitScreen, useWaitScreen, WaitOverlay } from '../../lib/wait-overlay.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { AudiobookPanel } from './audiobook-panel.tsx'
import { BulkPanel } from './bulk-panel.tsx'
import type { ChosenFile, ChosenOptions } from './file-choice.ts'
import { RowTarget } from './row-target.tsx'
import { TargetDialog, type TargetQuestion } from './target-dialog.tsx'
import { filesFor, questionAboutFile, questionAboutKind } from './target-question.ts'
import { TextPanel } from './text-panel.tsx'
import { useAnyFile } from './use-any-file.ts'
import type { Targets } from './use-targets.ts'

/** The first rows of a converted table, loaded when they are opened. */
const DataPreview = lazy(async () => ({
  default: (await import('../../lib/data-preview/data-preview.tsx')).DataPreview,
}))

const partName = 'preview.json'

function TablePreview({ state }: { readonly state: ConversionState }) {
  const [isOpen, setIsOpen] = useState(false)
  const preview = state.parts.find(({ name }) => name === partName)
  if (preview === undefined) return null
  return (
    <details className="mt-1 min-w-0" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="inline-flex min-h-8 items-center rounded font-semibold text-ink underline underline-offset-4">
        {dataPreviewMessages.heading}
      </summary>
      <Suspense>{isOpen ? <DataPreview url={preview.url} /> : null}</Suspense>
    </details>
  )
}

interface AnyFileProps {
  /** Whether it is visible and handles drops and pastes on the page. */
  readonly isActive: boolean
  /** Key under which its work is saved. */
  readonly toolId: string
  readonly loadWaitScreen: LoadWaitScreen
  /** The conversion that is suggested where it is possible. */
  readonly preset?: FormatPair
}

const progressTexts = { ...batchMessages, title: batchMessages.working }

export function AnyFile({ isActive, toolId, loadWaitScreen, preset }: AnyFileProps) {
  const plan = usePlan()
  const anyFile = useAnyFile(toolId, preset)
  const { job, chosen } = anyFile
  const { list, view } = job
  const isIdle = view.phase === 'idle'
  const hasFiles = list.files.length > 0
  const wait = useWaitScreen(loadWaitScreen)
  const passwords = useBatchPasswords(view, job.retry)
  const dialog = useTargetDialog(anyFile)
  const rowParts = useRowParts(chosen, anyFile.targets, dialog.askForFile)

  const uploads = hasFiles ? (
    <UploadList
      list={list}
      accept=""
      onPicked={anyFile.addFiles}
      {...(anyFile.audiobook === undefined ? { rowParts, isOrdered: false } : { isOrdered: true })}
    />
  ) : undefined
  const conversions = isIdle ? undefined : (
    <ConversionList
      files={list.files}
      states={view.state?.files}
      onRetry={job.retry}
      onCancel={anyFile.cancelFile}
      passwords={passwords}
      rowExtra={state => <TablePreview state={state} />}
    />
  )
  return (
    <ToolPage
      frame={{
        heading: preset ? pairName(preset) : anyFileMessages.heading,
        intro: <Limits preset={preset} />,
      }}
      job={job}
      unavailable={anyFile.unavailable}
      input={
        <FilesZone
          icon={<FileIcon kind={preset ? formats[preset.from].kind : 'document'} />}
          prompt={preset ? anyFileMessages.pairPrompt(formatLabel(preset.from)) : anyFileMessages.dropPrompt}
          hint={anyFileMessages.hint}
          accept=""
          isDisabled={!isIdle}
          isListening={isActive}
          onPicked={anyFile.addFiles}
          notes={isIdle ? anyFile.notes : []}
          content={conversions ?? uploads}
        />
      }
      options={
        isIdle && hasFiles ? (
          <div className="flex flex-col gap-4">
            {anyFile.audiobook === undefined ? (
              <BulkPanel files={chosen} targets={anyFile.targets} onChoose={dialog.askForKind} />
            ) : null}
            {anyFile.texts.length > 0 ? (
              <TextPanel
                texts={anyFile.texts}
                isPacked={anyFile.areTextsPacked}
                onChange={isPacked => {
                  const { joined, separate } = anyFileMessages.textWithImages
                  dialog.announce(isPacked ? joined(anyFile.texts.length) : separate)
                  void anyFile.packTexts(isPacked)
                }}
              />
            ) : null}
            {anyFile.audiobookControls ? (
              <AudiobookPanel
                controls={anyFile.audiobookControls}
                options={anyFile.audiobook}
                onChange={anyFile.setAudiobook}
              />
            ) : null}
          </div>
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
          onConvertMore={anyFile.startOver}
          onChangeFormat={hasFiles ? job.reset : undefined}
          onDelete={job.deleteResult}
        />
      )}
      notice={
        <p role="status" className="sr-only">
          {anyFile.isRecognizing ? anyFileMessages.recognizing : dialog.announcement}
        </p>
      }
      action={{
        label: anyFile.audiobook === undefined ? anyFileMessages.convert : anyFileMessages.audiobook.create,
        blocked: anyFile.blocked,
        onStart: () => (plans[plan].hasAdvertising ? void wait.begin(anyFile.check) : anyFile.convert()),
        onStartOver: hasFiles ? anyFile.startOver : undefined,
      }}
      password={passwords.slot}
      overlay={restoreFocus => (
        <>
          <TargetDialog {...dialog.props} />
          <WaitOverlay
            wait={wait}
            isActive={isActive}
            seconds={homeTools.image.waitSeconds}
            onContinue={anyFile.convert}
            onClosed={restoreFocus}
          />
        </>
      )}
    />
  )
}

/** Limits of the plan, and a link to all formats. */
function Limits({ preset }: { readonly preset: FormatPair | undefined }) {
  const plan = usePlan()
  const { batchFiles, batchFileBytes } = plans[plan]
  const single = sizeText(toMegabytes(maxBytesOf(preset, plan)))
  const several = batchMessages.limits(batchFiles, toMegabytes(batchFileBytes))
  return (
    <p className="flex flex-wrap gap-x-3 text-ink-muted">
      <span>{batchFiles === null ? several : anyFileMessages.limits(single, several)}</span>
      <TextLink to={paths.formats} className="whitespace-nowrap text-ink">
        {anyFileMessages.seeFormats}
      </TextLink>
    </p>
  )
}

function maxBytesOf(preset: FormatPair | undefined, plan: PlanId): number {
  const [operation] = preset ? operationsFor(preset.from, preset.to) : []
  return maxUploadBytes(operation ?? 'convert-files', plan)
}

/** Created again only when a choice changes, so that uploads do not render every row. */
function useRowParts(chosen: readonly ChosenFile[], targets: Targets, onChoose: (file: ChosenFile) => void) {
  const onChooseRef = useRef(onChoose)
  onChooseRef.current = onChoose
  const byId = useMemo(
    () =>
      new Map(
        chosen.map(file => [
          file.id,
          { action: <RowTarget file={file} targets={targets} onChoose={() => onChooseRef.current(file)} /> },
        ]),
      ),
    [chosen, targets],
  )
  return (listed: ListedFile) => byId.get(identityOf(listed)) ?? {}
}

interface Asked {
  readonly question: TargetQuestion
  readonly files: readonly ChosenFile[]
  readonly announce: (count: number, label: string) => string
}

/** The dialog of a row, or of all files of a kind. */
function useTargetDialog({ targets, change }: ReturnType<typeof useAnyFile>) {
  const [asked, setAsked] = useState<Asked>()
  const [announcement, setAnnouncement] = useState('')
  const openerRef = useRef<HTMLElement>(null)
  const open = (next: Asked) => {
    openerRef.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setAsked(next)
  }
  return {
    announcement,
    announce: setAnnouncement,
    askForFile(file: ChosenFile) {
      open({
        question: questionAboutFile(file, targets),
        files: [file],
        announce: (_count, label) => anyFileMessages.fileDone(file.name, label),
      })
    },
    askForKind(kind: Parameters<typeof questionAboutKind>[0], files: readonly ChosenFile[]) {
      const [first, ...others] = files
      if (!first) return
      open({
        question: questionAboutKind(kind, [first, ...others], targets),
        files,
        announce: (count, label) => anyFileMessages.bulkDone(kind, count, label),
      })
    },
    props: {
      question: asked?.question,
      onApply(to: FormatId, options: ChosenOptions) {
        const changed = filesFor(asked?.files ?? [], to)
        change(
          changed.map(({ id }) => id),
          to,
          options,
        )
        setAnnouncement(asked?.announce(changed.length, asked.question.labelOf(to)) ?? '')
        setAsked(undefined)
      },
      onLeave: () => setAsked(undefined),
      onClosed: () => openerRef.current?.focus(),
    },
  }
}
