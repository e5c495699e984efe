/** The Upload tab: drop zone, options and progress. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { maxBytesFor } from '@filesmith/contract/limits'
import { allowanceMessages } from '@filesmith/contract/messages/allowance'
import { ocrMessages } from '@filesmith/contract/messages/ocr'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { maxLanguagesOf } from '@filesmith/contract/ocr-options'
import { operations } from '@filesmith/contract/operations/registry'
import type { PlanId } from '@filesmith/contract/plans'
import { paths } from '@filesmith/contract/routes'
import { extensionsOf } from '@filesmith/contract/tools/tool'
import { formatLabel } from '../../../lib/format-label.ts'
import { JobProgress } from '../../../lib/job/job-progress.tsx'
import { ToolPage } from '../../../lib/tool-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { EmptyNotice } from '../../../ui/empty-notice.tsx'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import type { useExtractor } from '../use-extractor.ts'
import { OcrOptionsPanel } from './ocr-options-panel.tsx'
import { SelectedFile } from './selected-file.tsx'

interface OcrUploadTabProps {
  readonly extractor: ReturnType<typeof useExtractor>
  readonly plan: PlanId
  readonly isActive: boolean
  readonly isUnavailable: boolean
}

const { inputs, maxBytes: planIndependentMaxBytes } = operations['extract-text']
const extensions = extensionsOf(inputs)
const { working: title, progress, steps } = ocrMessages
const progressTexts = { title, progress, steps }
const accept = extensions.map(extension => `.${extension}`).join(',')

/** Stage as reported by the engine: 'page 3 of 12' or '3/12'. */
const pageOfPages = /(\d+)\s*(?:of|\/)\s*(\d+)/

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
