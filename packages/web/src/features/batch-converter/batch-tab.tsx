/** Tab of the batch converter: file list, target format, progress and result. */
import { type BatchKindId, batchKinds } from '@filesmith/contract/batch'
import { batchMessages } from '@filesmith/contract/messages/batch'
import type { PlanId } from '@filesmith/contract/plans'
import { BatchProgress } from '../../lib/batch/batch-progress.tsx'
import { ConversionList } from '../../lib/batch/conversion-list.tsx'
import { FilesZone } from '../../lib/file-list/files-zone.tsx'
import { UploadList } from '../../lib/file-list/upload-list.tsx'
import { ToolPage } from '../../lib/tool-page.tsx'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { BatchLimits } from './batch-limits.tsx'
import { BatchResult } from './batch-result.tsx'
import { TargetPanel } from './target-panel.tsx'
import { useBatchTab } from './use-batch-tab.ts'

const { working: title, progress, done } = batchMessages
const progressTexts = { title, progress, done }

interface BatchTabProps {
  readonly kind: BatchKindId
  readonly plan: PlanId
  readonly isActive: boolean
}

export function BatchTab({ kind, plan, isActive }: BatchTabProps) {
  const { fileKind, operation, accept } = batchKinds[kind]
  const unavailable = useUnavailableReason(operation)
  const isUnavailable = unavailable !== undefined
  const batch = useBatchTab(kind, plan)
  const { job } = batch
  const { list, view } = job
  const isIdle = view.phase === 'idle'
  const hasFiles = list.files.length > 0

  const uploads = hasFiles ? <UploadList list={list} accept={accept} onPicked={batch.addFiles} /> : undefined
  const conversions = isIdle ? undefined : (
    <ConversionList files={list.files} states={view.state?.files} onRetry={job.retry} />
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
    />
  )
}
