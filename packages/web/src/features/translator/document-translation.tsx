/** The Document Translation tab. */

import { toMegabytes } from '@filesmith/contract/bytes'
import type { LanguageId } from '@filesmith/contract/languages'
import { measureMessages } from '@filesmith/contract/messages/measures'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { translateMessages } from '@filesmith/contract/tools/translate/messages'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'
import { ArrowRight, RefreshCw, X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import { extensionOf } from '../../lib/file-list/kind-of-name.ts'
import { type ListedFile, nameOf } from '../../lib/file-list/listed-file.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { JobProgress } from '../../lib/job/job-progress.tsx'
import { ToolPage } from '../../lib/tool-page.tsx'
import { canTranslate } from '../../lib/use-translation-pairs.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { AlertList } from '../../ui/alert-list.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckList } from '../../ui/check-list.tsx'
import { EmptyDropZone } from '../../ui/empty-drop-zone.tsx'
import { FileCard } from '../../ui/file-card.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { UploadedStatus } from '../../ui/uploaded-status.tsx'
import { UploadingStatus } from '../../ui/uploading-status.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { DocumentResult } from './document-result.tsx'
import { documentExtensions } from './document-settings.ts'
import { type LanguagePair, namesOf } from './language-pair.ts'
import { LanguageSelect } from './language-select.tsx'
import { PairNote } from './pair-note.tsx'
import { SwitchLanguagesButton } from './switch-languages-button.tsx'
import type { useDocumentTranslation } from './use-document-translation.ts'

const { formatting } = translateMessages

const { working: title, progress, steps } = translateMessages
const progressTexts = { title, progress, steps }

interface DocumentTranslationProps {
  readonly translation: ReturnType<typeof useDocumentTranslation>
  readonly pairs: readonly TranslationPair[] | undefined
  readonly maxBytes: number
  /** Whether the tab is visible and receives files dropped or pasted on the page. */
  readonly isActive: boolean
}

export function DocumentTranslation({ translation, pairs, maxBytes, isActive }: DocumentTranslationProps) {
  const { languages, file, job } = translation
  const { view } = job
  const unavailable = useUnavailableReason('translate-document')
  const isIdle = view.phase === 'idle'
  const zoneRef = useRef<HTMLDivElement>(null)
  const remove = () => {
    flushSync(translation.clear)
    zoneRef.current?.querySelector<HTMLElement>('input[type=file]')?.focus()
  }

  return (
    <ToolPage
      job={job}
      unavailable={unavailable}
      lead={
        <>
          <LanguageRow
            languages={languages}
            pairs={pairs}
            isDisabled={!isIdle}
            onSource={translation.chooseSource}
            onTarget={translation.chooseTarget}
            onSwitch={translation.switchLanguages}
          />
          <PairNote languages={languages} pairs={pairs} />
        </>
      }
      input={
        <DocumentDropZone
          areaRef={zoneRef}
          maxBytes={maxBytes}
          isDisabled={unavailable !== undefined || view.phase === 'working'}
          isListening={isActive}
          onFiles={translation.selectFile}
          refusal={translation.refusal}
          content={
            file ? (
              <DocumentCard file={file} onRetry={translation.retry} onRemove={isIdle ? remove : undefined} />
            ) : undefined
          }
        />
      }
      options={isIdle ? <FormattingNote languages={file && languages} /> : null}
      progress={panelRef =>
        view.phase === 'working' ? (
          <JobProgress view={view} texts={progressTexts} panelRef={panelRef} onCancel={job.cancel} />
        ) : null
      }
      result={(state, downloadRef) => (
        <DocumentResult
          state={state}
          languages={languages}
          downloadRef={downloadRef}
          onAnother={translation.clear}
          onChangeLanguages={file ? job.reset : undefined}
          onDelete={job.deleteResult}
        />
      )}
      action={{
        label: translateMessages.translateDocument,
        workingLabel: translateMessages.translatingDocument,
        blocked: translation.blocked,
        isDisabled: !canTranslate(pairs, languages.source, languages.target),
        onStart: translation.translate,
      }}
      password={{
        fileName: file ? nameOf(file) : '',
        openLabel: translateMessages.openAndTranslate,
        onOpen: translation.unlock,
      }}
    />
  )
}

interface FormattingNoteProps {
  /** Present once a document is selected. */
  readonly languages: LanguagePair | undefined
}

/** Note about how the formatting of a document is preserved. */
function FormattingNote({ languages }: FormattingNoteProps) {
  return (
    <Panel role="note" aria-label={formatting.heading} className="flex flex-col gap-4 self-start p-5">
      {languages ? (
        <p className="flex items-start gap-2 border-b border-line pb-4 font-semibold">
          <Icon of={ArrowRight} className="mt-px text-accent-text" />
          {translateMessages.translatingFromTo(...namesOf(languages))}
        </p>
      ) : null}
      <p className="font-heading text-base font-semibold">{formatting.heading}</p>
      <CheckList points={formatting.points} className="flex flex-col" />
    </Panel>
  )
}

interface LanguageRowProps {
  readonly languages: LanguagePair
  readonly pairs: readonly TranslationPair[] | undefined
  readonly isDisabled: boolean
  readonly onSource: (language: LanguageId) => void
  readonly onTarget: (language: LanguageId) => void
  readonly onSwitch: () => void
}

/** Both language selects with the switch button between them. */
function LanguageRow(props: LanguageRowProps) {
  const { languages, pairs, isDisabled, onSource, onTarget, onSwitch } = props
  const { source, target } = languages
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
      <LanguageSelect
        label={translateMessages.from}
        value={source}
        onChange={onSource}
        isDisabled={isDisabled}
      />
      <SwitchLanguagesButton isDisabled={isDisabled} className="self-end" onPress={onSwitch} />
      <LanguageSelect
        label={translateMessages.to}
        value={target}
        onChange={onTarget}
        isAvailable={to => to === source || canTranslate(pairs, source, to)}
        isDisabled={isDisabled}
      />
    </div>
  )
}

interface DocumentDropZoneProps {
  readonly areaRef: RefObject<HTMLDivElement | null>
  readonly maxBytes: number
  readonly isDisabled: boolean
  /** Whether files dropped or pasted anywhere on the page are handled here. */
  readonly isListening: boolean
  readonly onFiles: (files: readonly File[]) => void
  readonly refusal: string | undefined
  readonly content: ReactNode
}

/** Drop zone for one document; shows the document once it is selected. */
function DocumentDropZone(props: DocumentDropZoneProps) {
  const { areaRef, maxBytes, isDisabled, isListening, onFiles, refusal, content } = props
  const handleFiles = (files: readonly File[]) => {
    if (!isDisabled) onFiles(files)
  }
  useKeptFocus(areaRef)
  const dragState = useFileDrop({
    areaRef,
    scope: isListening ? 'page' : 'none',
    onFiles: files => handleFiles(files),
  })
  const drag = isDisabled ? 'none' : dragState
  return (
    <div ref={areaRef} data-drag={drag} className="group/zone flex min-w-0 flex-col *:last:grow">
      <AlertList notes={refusal === undefined ? [] : [{ text: refusal }]} className="not-empty:mb-3" />
      {content ?? (
        <EmptyDropZone
          icon={<FileIcon kind="document" />}
          prompt={translateMessages.dropPrompt}
          hint={translateMessages.accepts(toMegabytes(maxBytes))}
          drag={drag}
          accept={documentExtensions}
          isMultiple={false}
          isDisabled={isDisabled}
          onPick={handleFiles}
        />
      )}
    </div>
  )
}

interface DocumentCardProps {
  readonly file: ListedFile
  readonly onRetry: () => void
  /** Absent while the job runs. */
  readonly onRemove: (() => void) | undefined
}

/** The selected document: name, size, type, upload status and a remove button. */
function DocumentCard({ file, onRetry, onRemove }: DocumentCardProps) {
  const name = nameOf(file)
  const extension = extensionOf(name)
  const isStopped = file.sending.phase === 'stopped'
  return (
    <FileCard
      image={<FileIcon kind="document" label={formatLabel(extension)} />}
      title={name}
      detail={`${kilobytes(file.sizeBytes)} · ${translateMessages.documentKinds[extension] ?? translateMessages.otherKind}`}
      status={<Status file={file} />}
      action={
        <>
          {isStopped ? (
            <Button variant="solid" onClick={onRetry}>
              <Icon of={RefreshCw} /> {uploadMessages.retry}
            </Button>
          ) : null}
          {onRemove ? (
            <Button aria-label={translateMessages.removeNamed(name)} onClick={onRemove}>
              <Icon of={X} /> {translateMessages.remove}
            </Button>
          ) : null}
        </>
      }
    />
  )
}

function Status({ file: { file, sending, sizeBytes } }: Pick<DocumentCardProps, 'file'>) {
  if (sending.phase === 'complete') return <UploadedStatus fileCount={file ? 1 : undefined} />
  const arrivedBytes = sending.phase === 'waiting' ? 0 : sending.arrivedBytes
  return (
    <>
      <UploadingStatus
        percent={(arrivedBytes / sizeBytes) * 100}
        isStalled={sending.phase === 'uploading' && sending.isStalled}
        stoppedBecause={sending.phase === 'stopped' ? sending.reason : undefined}
      />
      <p className="figures text-xs text-ink-muted">
        {uploadMessages.uploadedOf(formatBytes(arrivedBytes), formatBytes(sizeBytes))}
      </p>
    </>
  )
}

/** Always in KB, at least 0.1. */
function kilobytes(bytes: number): string {
  const value = Math.max(0.1, bytes / 1024)
  return measureMessages.kilobytes(value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 }))
}
