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
import { useRef } from 'react'
import { ActionBar } from '../../../lib/action-bar.tsx'
import { formatLabel } from '../../../lib/format-label.ts'
import { PasswordOverlay } from '../../../lib/password-overlay.tsx'
import { useFocusOnPhase } from '../../../lib/use-focus-on-phase.ts'
import { Button } from '../../../ui/button.tsx'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { EmptyNotice } from '../../../ui/empty-notice.tsx'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import type { useExtractor } from '../use-extractor.ts'
import { OcrOptionsPanel } from './ocr-options-panel.tsx'
import { OcrProgress } from './ocr-progress.tsx'
import { SelectedFile } from './selected-file.tsx'

interface OcrUploadTabProps {
  readonly extractor: ReturnType<typeof useExtractor>
  readonly plan: PlanId
  readonly isActive: boolean
  readonly isUnavailable: boolean
}

const { inputs, maxBytes: planIndependentMaxBytes } = operations['extract-text']
const extensions = extensionsOf(inputs)
const accept = extensions.map(extension => `.${extension}`).join(',')

export function OcrUploadTab({ extractor, plan, isActive, isUnavailable }: OcrUploadTabProps) {
  const { file, view, extractionQuery } = extractor
  const maxBytes = maxBytesFor(planIndependentMaxBytes, plan)
  const isWorking = view.phase === 'working'
  const isFetching = view.phase === 'finished' && !extractionQuery.extraction && !extractionQuery.hasFailed
  const isBusy = isWorking || isFetching
  const hasOptions = !isBusy && (isUnavailable || file?.sending.phase === 'complete')
  const extractRef = useRef<HTMLButtonElement>(null)
  const progressRef = useRef<HTMLDivElement>(null)
  useFocusOnPhase(isBusy ? 'busy' : 'idle', isBusy ? progressRef : extractRef)

  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap gap-x-3 text-ink-muted">
        <span className="font-semibold text-ink">{ocrMessages.claim}</span>
        {plan === 'free' ? (
          <span>
            {ocrMessages.premium}{' '}
            <TextLink to={paths.plans} className="whitespace-nowrap text-ink">
              {allowanceMessages.seePlans}
            </TextLink>
          </span>
        ) : null}
      </p>
      <div className={hasOptions || isBusy ? 'grid gap-5 md:grid-cols-2' : 'grid'}>
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
        {hasOptions ? (
          <OcrOptionsPanel
            options={extractor.options}
            onChange={extractor.setOptions}
            maxLanguages={maxLanguagesOf(plan)}
            isDisabled={isUnavailable}
          />
        ) : null}
        {view.phase === 'working' ? (
          <OcrProgress view={view} panelRef={progressRef} onCancel={extractor.cancel} />
        ) : null}
        {isFetching ? (
          <Panel ref={progressRef} tabIndex={-1} className="grid place-items-center p-5">
            <p role="status">{ocrMessages.fetching}</p>
          </Panel>
        ) : null}
      </div>
      {extractionQuery.hasFailed ? (
        <EmptyNotice title={ocrMessages.failed} text={ocrMessages.result.unreadable} isAnswer>
          <Button onClick={extractionQuery.refetchResult}>{ocrMessages.result.tryAgain}</Button>
        </EmptyNotice>
      ) : null}
      {extractor.hasText && !isBusy ? <p className="text-ink-muted">{ocrMessages.replaces}</p> : null}
      {isBusy ? null : (
        <ActionBar
          convertLabel={ocrMessages.extract}
          convertRef={extractRef}
          problem={extractor.complaint}
          isAllowanceUsed={extractor.needsPlan}
          isDisabled={isUnavailable}
          onConvert={extractor.extract}
          onStartOver={file ? extractor.startOver : undefined}
        />
      )}
      <PasswordOverlay
        lock={extractor.lock}
        fileName={extractor.fileName}
        openLabel={ocrMessages.openLocked}
        onOpen={extractor.unlock}
        onLeave={extractor.dismissLock}
        onClosed={() => (progressRef.current ?? extractRef.current)?.focus()}
      />
    </div>
  )
}
