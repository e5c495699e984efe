/** The Upload tab: drop zone, options and progress. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { maxBytesFor } from '@filesmith/contract/limits'
import { allowanceMessages } from '@filesmith/contract/messages/allowance'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { languagesOf, maxLanguagesOf, type OcrOptions } from '@filesmith/contract/ocr-options'
import { extractText } from '@filesmith/contract/operations/extract-text'
import type { PlanId } from '@filesmith/contract/plans'
import { paths } from '@filesmith/contract/routes'
import { ocrMessages } from '@filesmith/contract/tools/ocr/messages'
import { extensionsOf } from '@filesmith/contract/tools/tool'
import { RefreshCw, X } from 'lucide-react'
import { useId } from 'react'
import { kindOfName } from '../../../lib/file-list/kind-of-name.ts'
import { arrivedBytesOf, type ListedFile, nameOf } from '../../../lib/file-list/listed-file.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatLabel } from '../../../lib/format-label.ts'
import { ImagePreview } from '../../../lib/image-preview.tsx'
import { JobProgress } from '../../../lib/job/job-progress.tsx'
import { ToolPage } from '../../../lib/tool-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { EmptyNotice } from '../../../ui/empty-notice.tsx'
import { FileCard } from '../../../ui/file-card.tsx'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { UploadedStatus } from '../../../ui/uploaded-status.tsx'
import { UploadingStatus } from '../../../ui/uploading-status.tsx'
import { switchNames } from '../ocr-settings.ts'
import type { useExtractor } from '../use-extractor.ts'
import { LanguagePicker } from './language-picker.tsx'

interface OcrUploadTabProps {
  readonly extractor: ReturnType<typeof useExtractor>
  readonly plan: PlanId
  readonly isActive: boolean
  readonly isUnavailable: boolean
}

const { inputs, maxBytes: planIndependentMaxBytes } = extractText
const extensions = extensionsOf(inputs)
const { working: title, progress, steps } = ocrMessages
const progressTexts = { title, progress, steps }
const accept = extensions.map(extension => `.${extension}`).join(',')

/** Stage as reported by the engine: 'page 3 of 12' or '3/12'. */
const pageOfPages = /(?<!\d)(\d+)\s*(?:of|\/)\s*(\d+)/

export function OcrUploadTab({ extractor, plan, isActive, isUnavailable }: OcrUploadTabProps) {
  const { file, job, extractionQuery } = extractor
  const { view } = job
  const maxBytes = maxBytesFor(planIndependentMaxBytes, plan)
  const isFetching = view.phase === 'finished' && !extractionQuery.extraction && !extractionQuery.hasFailed
  const isBusy = view.phase === 'working' || isFetching
  const hasOptions = !isBusy && (isUnavailable || file?.sending.phase === 'complete')
  return (
    <ToolPage
      job={job}
      phase={isBusy ? 'working' : 'idle'}
      unavailable={undefined}
      layout="halves"
      intro={<OcrIntro isFree={plan === 'free'} />}
      input={
        <DropZone
          icon={<FileIcon kind="image" />}
          prompt={ocrMessages.dropPrompt}
          hint={uploadMessages.accepts(inputs.map(formatLabel), toMegabytes(maxBytes))}
          accept={accept}
          extensions={extensions}
          maxBytes={maxBytes}
          isDisabled={isUnavailable || isBusy}
          isListening={isActive}
          onFiles={extractor.selectFile}
          content={
            file && (
              <SelectedFile
                listed={file}
                isBusy={isBusy}
                onRetry={extractor.retryUpload}
                onClear={extractor.startOver}
              />
            )
          }
        />
      }
      options={
        hasOptions ? (
          <OcrOptionsPanel
            options={extractor.options}
            onChange={extractor.setOptions}
            maxLanguages={maxLanguagesOf(plan)}
            isDisabled={isUnavailable}
          />
        ) : null
      }
      progress={panelRef =>
        view.phase === 'working' ? (
          <JobProgress
            view={view}
            texts={progressTexts}
            stage={describeStage(view.state?.stage)}
            panelRef={panelRef}
            onCancel={job.cancel}
          />
        ) : (
          <Panel ref={panelRef} tabIndex={-1} className="grid place-items-center p-5">
            <p role="status">{ocrMessages.fetching}</p>
          </Panel>
        )
      }
      notice={
        <>
          {extractionQuery.hasFailed ? (
            <EmptyNotice title={ocrMessages.failed} text={ocrMessages.result.unreadable} isAnswer>
              <Button onClick={extractionQuery.refetchResult}>{ocrMessages.result.tryAgain}</Button>
            </EmptyNotice>
          ) : null}
          {extractor.hasText && !isBusy ? <p className="text-ink-muted">{ocrMessages.replaces}</p> : null}
        </>
      }
      action={{
        label: ocrMessages.extract,
        blocked: extractor.blocked,
        problem: extractor.isEmpty ? ocrMessages.noText : undefined,
        isDisabled: isUnavailable,
        onStart: extractor.extract,
        onStartOver: file ? extractor.startOver : undefined,
      }}
      password={{
        fileName: extractor.fileName,
        openLabel: ocrMessages.openLocked,
        onOpen: extractor.unlock,
      }}
    />
  )
}

function describeStage(stage = ''): string | undefined {
  const [, page, count] = pageOfPages.exec(stage) ?? []
  return page !== undefined && count !== undefined
    ? ocrMessages.readingPage(Number(page), Number(count))
    : undefined
}

function OcrIntro({ isFree }: { readonly isFree: boolean }) {
  return (
    <p className="flex flex-wrap gap-x-3 text-ink-muted">
      <span className="font-semibold text-ink">{ocrMessages.claim}</span>
      {isFree ? (
        <span>
          {ocrMessages.premium}{' '}
          <TextLink to={paths.plans} className="whitespace-nowrap text-ink">
            {allowanceMessages.seePlans}
          </TextLink>
        </span>
      ) : null}
    </p>
  )
}

interface OcrOptionsPanelProps {
  readonly options: OcrOptions
  readonly onChange: (options: OcrOptions) => void
  readonly maxLanguages: number
  readonly isDisabled: boolean
}

/** OCR options: four switches, and the language if it is not detected. */
function OcrOptionsPanel({ options, onChange, maxLanguages, isDisabled }: OcrOptionsPanelProps) {
  const id = useId()
  return (
    <Panel role="group" aria-labelledby={`${id}-heading`} className="flex flex-col gap-4 self-start p-5">
      <h3 id={`${id}-heading`} className="text-lg">
        {conversionMessages.options}
      </h3>
      {switchNames.map(name => {
        const { label, on, off } = ocrMessages.switches[name]
        return (
          <div key={name}>
            <Switch
              label={label}
              isOn={options[name]}
              onChange={isOn => onChange({ ...options, [name]: isOn })}
              disabled={isDisabled}
              aria-describedby={`${id}-${name}`}
            />
            {/* Fixed height of two lines, so that switching shifts nothing. */}
            <p id={`${id}-${name}`} className="-mt-1 min-h-10 pl-14 text-xs text-ink-muted">
              {options[name] ? on : off}
            </p>
            {name === 'detectLanguage' && !options.detectLanguage ? (
              <div className="appear mt-2 pl-14">
                <LanguagePicker
                  codes={languagesOf(options)}
                  max={maxLanguages}
                  onChange={codes => onChange({ ...options, language: codes.join('+') })}
                  isDisabled={isDisabled}
                />
              </div>
            ) : null}
          </div>
        )
      })}
    </Panel>
  )
}

interface SelectedFileProps {
  readonly listed: ListedFile
  /** The file cannot be replaced while it is processed. */
  readonly isBusy: boolean
  readonly onRetry: () => void
  readonly onClear: () => void
}

/** The selected file: uploading, stopped, or uploaded. */
function SelectedFile({ listed, isBusy, onRetry, onClear }: SelectedFileProps) {
  const { file, sending, sizeBytes } = listed
  const isUploaded = sending.phase === 'complete'
  const isStopped = sending.phase === 'stopped'
  const arrivedBytes = arrivedBytesOf(listed)
  const isImage = kindOfName(listed.path) === 'image'
  const chooseAnother = <Button onClick={onClear}>{uploadMessages.chooseAnother}</Button>
  return (
    <FileCard
      image={
        <ImagePreview
          kind={kindOfName(listed.path)}
          fileName={nameOf(listed)}
          file={isUploaded && isImage ? file : undefined}
        />
      }
      title={nameOf(listed)}
      detail={
        isUploaded
          ? formatBytes(sizeBytes)
          : uploadMessages.uploadedOf(formatBytes(arrivedBytes), formatBytes(sizeBytes))
      }
      status={
        isUploaded ? (
          <UploadedStatus fileCount={file ? 1 : undefined} />
        ) : (
          <UploadingStatus
            percent={(arrivedBytes / sizeBytes) * 100}
            isStalled={sending.phase === 'uploading' && sending.isStalled}
            stoppedBecause={isStopped ? sending.reason : undefined}
          />
        )
      }
      action={
        isBusy ? null : isUploaded ? (
          chooseAnother
        ) : isStopped ? (
          <>
            <Button variant="solid" onClick={onRetry}>
              <Icon of={RefreshCw} /> {uploadMessages.retry}
            </Button>
            {chooseAnother}
          </>
        ) : (
          <Button onClick={onClear}>
            <Icon of={X} /> {uploadMessages.cancel}
          </Button>
        )
      }
    />
  )
}
