/** The PDF Workbench screen: all pages of several files in one workspace, and what to make of them. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { maxBytesFor } from '@filesmith/contract/limits'
import { organizePdf } from '@filesmith/contract/operations/pdf/organize-pdf'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { FileCheck } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { FilesZone } from '../../lib/file-list/files-zone.tsx'
import { formatBytes } from '../../lib/format-bytes.ts'
import { JobProgress } from '../../lib/job/job-progress.tsx'
import { ToolPage } from '../../lib/tool-page.tsx'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { cx } from '../../ui/cx.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ResultCard } from '../../ui/result-card.tsx'
import { ResultCardActions } from '../../ui/result-card-actions.tsx'
import { ActionPanel } from './actions/action-panel.tsx'
import { ComparisonView } from './compare/comparison-view.tsx'
import { comparisonUrlOf } from './compare/use-comparison.ts'
import { createPageDrawing, type PageDrawing } from './drawing/page-drawing.ts'
import { PlacingPanel } from './placing/placing-panel.tsx'
import { WatermarkPanel } from './placing/watermark-panel.tsx'
import { RedactionProof, redactionReportPart } from './result/redaction-proof.tsx'
import { workbenchFiles } from './sources/group-picked.ts'
import { useWorkbench } from './use-workbench.ts'
import { WorkspacePanel } from './workspace-panel.tsx'

const { result: texts, working, progress, steps, compare } = workbenchMessages

interface PdfWorkbenchProps {
  /** Whether it is visible and handles drops and pastes on the page. */
  readonly isActive: boolean
  readonly createDrawing?: () => PageDrawing
}

export function PdfWorkbench({ isActive, createDrawing = createPageDrawing }: PdfWorkbenchProps) {
  const plan = usePlan()
  const maxBytes = maxBytesFor(organizePdf.maxBytes, plan)
  const unavailable = useUnavailableReason('organize-pdf')
  const [drawing] = useState(createDrawing)
  useEffect(() => {
    drawing.start()
    return drawing.stop
  }, [drawing])
  const workbench = useWorkbench(drawing, maxBytes)
  const { job, workspace, action, askedSource } = workbench
  const { view } = job
  const isIdle = view.phase === 'idle'
  const hasDocuments = workspace.documents.length > 0
  const isUnavailable = unavailable !== undefined
  const isComparison = action?.operation === 'compare-pdfs'
  const comparisonUrl = view.phase === 'finished' ? comparisonUrlOf(view.state) : undefined

  return (
    <ToolPage
      frame={{ heading: workbenchMessages.heading, sectionClass: '@container' }}
      job={job}
      unavailable={unavailable}
      gridClass={cx(
        'md:grid-cols-1! @min-[56rem]:grid-cols-[minmax(0,1fr)_17rem]!',
        // Progress and result come first where they are not beside the pages.
        !isIdle && '@max-[56rem]:*:last:order-first @max-[56rem]:*:last:static!',
      )}
      input={
        <FilesZone
          icon={<FileIcon kind="document" />}
          prompt={workbenchMessages.dropPrompt}
          hint={workbenchMessages.accepts(toMegabytes(maxBytes))}
          accept={workbenchFiles}
          isDisabled={isUnavailable || !isIdle}
          isListening={isActive}
          onPicked={workbench.addPicked}
          notes={isIdle ? workbench.notes : []}
          content={
            hasDocuments && comparisonUrl !== undefined ? (
              <ComparisonView
                url={comparisonUrl}
                documents={workbench.chosenDocuments}
                sources={workbench.sources}
                drawing={drawing}
              />
            ) : hasDocuments ? (
              <WorkspacePanel workbench={workbench} drawing={drawing} isFixed={!isIdle} />
            ) : undefined
          }
        />
      }
      options={problem =>
        isIdle && hasDocuments && action ? (
          <ActionPanel
            action={action}
            values={workbench.values}
            areProblemsShown={problem !== undefined}
            onChoose={workbench.choose}
            onChange={workbench.setValues}
            placed={
              action.placing === 'mark' || action.placing === 'stamp' ? (
                <PlacingPanel workbench={workbench} kind={action.placing} />
              ) : action.drawsImage ? (
                <WatermarkPanel placing={workbench.placing} />
              ) : null
            }
            documents={workspace.documents.map(({ name }, index) =>
              workbenchMessages.document(index + 1, name),
            )}
          />
        ) : null
      }
      progress={panelRef =>
        view.phase === 'working' ? (
          <JobProgress
            view={view}
            texts={
              isComparison
                ? { title: compare.working, progress, steps: compare.steps }
                : { title: working, progress, steps }
            }
            panelRef={panelRef}
            onCancel={job.cancel}
          />
        ) : null
      }
      result={(state, downloadRef) => (
        <WorkbenchResult
          state={state}
          downloadRef={downloadRef}
          onKeepEditing={hasDocuments ? job.reset : undefined}
          onStartNew={workbench.startOver}
          onDelete={job.deleteResult}
        />
      )}
      action={{
        label: action?.label ?? '',
        blocked: workbench.blocked,
        onStart: () => workbench.start(),
        onStartOver: hasDocuments ? workbench.startOver : undefined,
      }}
      password={{
        fileName: askedSource?.name ?? '',
        openLabel: workbenchMessages.state.passwordOpen,
        lock:
          askedSource?.state.phase === 'locked'
            ? { problem: askedSource.state.problem }
            : askedSource && askedSource.state.phase === 'opening'
              ? { problem: undefined }
              : undefined,
        onOpen: password =>
          askedSource ? workbench.unlock(askedSource.id, password) : workbench.start(password),
        onLeave: () => (askedSource ? workbench.askPassword(undefined) : job.reset()),
      }}
    />
  )
}

interface WorkbenchResultProps {
  readonly state: ConversionState
  readonly downloadRef: RefObject<HTMLAnchorElement | null>
  /** Undefined when the pages are gone. */
  readonly onKeepEditing: (() => void) | undefined
  readonly onStartNew: () => void
  readonly onDelete: () => void
}

function WorkbenchResult(props: WorkbenchResultProps) {
  const { state, downloadRef, onKeepEditing, onStartNew, onDelete } = props
  const { convertedFormat, downloadUrl, expiresAt, pages, parts, resultSize, notes } = state
  const redactionReport = parts.find(({ name }) => name === redactionReportPart)
  const reports = parts.filter(part => part !== redactionReport)
  const isSeveral = convertedFormat === 'zip'
  const isComparison = comparisonUrlOf(state) !== undefined
  const heading = isSeveral ? texts.headingSeveral : texts.heading
  return (
    <ResultCard
      heading={isComparison ? compare.heading : heading}
      actions={
        <ResultCardActions
          downloadUrl={downloadUrl}
          downloadLabel={isComparison ? compare.download : texts.download}
          downloadRef={downloadRef}
          others={[
            { label: texts.keepEditing, onPress: onKeepEditing },
            { label: texts.startNew, onPress: onStartNew },
          ]}
          expiresAt={expiresAt}
          onDelete={onDelete}
        />
      }
    >
      <div>
        <p className="figures text-base font-semibold">{formatBytes(resultSize ?? 0)}</p>
        {isSeveral && pages ? <p className="text-ink-muted">{texts.several(pages.count)}</p> : null}
        {notes.map(note => (
          <p key={note} className="mt-1 text-ink-muted">
            {note}
          </p>
        ))}
        {reports.map(({ name, url, sizeBytes }) => (
          <DownloadButton key={name} href={url} download variant="outline" className="mt-3">
            <Icon of={FileCheck} /> {texts.report}
            <span className="figures text-xs text-ink-muted">{formatBytes(sizeBytes)}</span>
          </DownloadButton>
        ))}
      </div>
      {redactionReport ? <RedactionProof url={redactionReport.url} /> : null}
    </ResultCard>
  )
}
