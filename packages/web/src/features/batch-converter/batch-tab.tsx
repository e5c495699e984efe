/** Tab of the batch converter: file list, target format, progress and result. */
import { type BatchKindId, batchKinds } from '@filesmith/contract/batch'
import { batchMessages } from '@filesmith/contract/messages/batch'
import type { PlanId } from '@filesmith/contract/plans'
import { useRef } from 'react'
import { ActionBar } from '../../lib/action-bar.tsx'
import { BatchProgress } from '../../lib/batch/batch-progress.tsx'
import { ConversionList } from '../../lib/batch/conversion-list.tsx'
import { FilesZone } from '../../lib/file-list/files-zone.tsx'
import { UploadList } from '../../lib/file-list/upload-list.tsx'
import { useFocusOnPhase } from '../../lib/use-focus-on-phase.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { UnavailableNotice } from '../../ui/unavailable-notice.tsx'
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
  const reason = useUnavailableReason(operation)
  const isUnavailable = reason !== undefined
  const work = useBatchTab(kind, plan)
  const { list, view } = work
  const isIdle = view.phase === 'idle'

  const convertRef = useRef<HTMLButtonElement>(null)
  const workRef = useRef<HTMLDivElement>(null)
  const downloadRef = useRef<HTMLAnchorElement>(null)
  useFocusOnPhase(view.phase, { idle: convertRef, working: workRef, finished: downloadRef }[view.phase])

  const uploads =
    list.files.length > 0 ? <UploadList list={list} accept={accept} onPicked={work.addFiles} /> : undefined
  const conversions = isIdle ? undefined : (
    <ConversionList files={list.files} states={view.state?.files} onRetry={work.retry} />
  )
  return (
    <div className="flex flex-col gap-4">
      <BatchLimits plan={plan} />
      {isUnavailable ? <UnavailableNotice reason={reason} /> : null}
      <div className="grid gap-5 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <FilesZone
          icon={<FileIcon kind={fileKind} />}
          prompt={batchMessages.dropPrompts[kind]}
          hint={batchMessages.accepts(kind)}
          accept={accept}
          isDisabled={isUnavailable || !isIdle}
          isListening={isActive}
          onPicked={work.addFiles}
          notes={isIdle ? work.notes : []}
          content={conversions ?? uploads}
        />
        {isIdle ? (
          <TargetPanel
            kind={kind}
            target={work.target}
            onChange={work.setTarget}
            isDisabled={isUnavailable}
          />
        ) : null}
        {view.phase === 'working' ? (
          <BatchProgress
            view={view}
            fileCount={list.files.length}
            texts={progressTexts}
            panelRef={workRef}
            onCancel={work.cancel}
          />
        ) : null}
        {view.phase === 'finished' ? (
          <BatchResult
            state={view.state}
            downloadRef={downloadRef}
            onConvertMore={work.startOver}
            onChangeFormat={list.files.length > 0 ? work.backToOptions : undefined}
            onDelete={work.deleteResult}
          />
        ) : null}
      </div>
      {isIdle ? (
        <ActionBar
          convertLabel={batchMessages.convert}
          convertRef={convertRef}
          problem={work.problem}
          isAllowanceUsed={work.needsPlan}
          isDisabled={isUnavailable}
          onConvert={work.convert}
          onStartOver={list.files.length > 0 ? work.startOver : undefined}
        />
      ) : null}
    </div>
  )
}
