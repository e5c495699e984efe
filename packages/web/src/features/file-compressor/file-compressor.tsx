/** File compressor: packs files and folders into one archive. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { maxBytesFor } from '@filesmith/contract/limits'
import { allowanceMessages } from '@filesmith/contract/messages/allowance'
import { compressMessages } from '@filesmith/contract/messages/compress'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { operations } from '@filesmith/contract/operations/registry'
import { plans } from '@filesmith/contract/plans'
import { paths } from '@filesmith/contract/routes'
import { useId, useRef } from 'react'
import { ActionBar } from '../../lib/action-bar.tsx'
import { FilesZone } from '../../lib/file-list/files-zone.tsx'
import { UploadList } from '../../lib/file-list/upload-list.tsx'
import { useFocusOnPhase } from '../../lib/use-focus-on-phase.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { ToolHeading } from '../../ui/tool-heading.tsx'
import { UnavailableNotice } from '../../ui/unavailable-notice.tsx'
import { ArchiveFileList } from './archive-file-list.tsx'
import { ArchiveResult } from './archive-result.tsx'
import { CompressOptions } from './compress-options.tsx'
import { CompressionProgress } from './compression-progress.tsx'
import { useCompressor } from './use-compressor.ts'

interface FileCompressorProps {
  /** Whether it is visible and handles drops and pastes on the page. */
  readonly isActive: boolean
}

export function FileCompressor({ isActive }: FileCompressorProps) {
  const plan = usePlan()
  const maxBytes = maxBytesFor(operations['compress-files'].maxBytes, plan)
  const reason = useUnavailableReason('compress-files')
  const isUnavailable = reason !== undefined
  const compressor = useCompressor(plan, maxBytes)
  const { list, view } = compressor
  const isIdle = view.phase === 'idle'
  const hasFiles = list.files.length > 0
  // Shown as soon as one file is uploaded; the others may still be uploading.
  const hasOptions =
    isIdle && (isUnavailable || list.files.some(({ sending }) => sending.phase === 'complete'))

  const headingId = useId()
  const compressRef = useRef<HTMLButtonElement>(null)
  const progressRef = useRef<HTMLDivElement>(null)
  const downloadRef = useRef<HTMLAnchorElement>(null)
  useFocusOnPhase(view.phase, { idle: compressRef, working: progressRef, finished: downloadRef }[view.phase])

  const uploads = hasFiles ? <UploadList list={list} accept="" onPicked={compressor.addFiles} /> : undefined
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-4">
      <ToolHeading id={headingId} text={compressMessages.heading}>
        {uploadMessages.kept(plans[plan].storageHours)}
      </ToolHeading>
      <p className="flex flex-wrap gap-x-3 text-ink-muted">
        <span className="font-semibold text-ink">{compressMessages.claim}</span>
        {plan === 'free' ? (
          <span>
            {compressMessages.premium}{' '}
            <TextLink to={paths.plans} className="whitespace-nowrap text-ink">
              {allowanceMessages.seePlans}
            </TextLink>
          </span>
        ) : null}
      </p>
      {isUnavailable ? <UnavailableNotice reason={reason} /> : null}
      <div
        className={hasOptions || !isIdle ? 'grid gap-5 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]' : 'grid'}
      >
        <FilesZone
          icon={<FileIcon kind="archive" />}
          prompt={compressMessages.dropPrompt}
          hint={compressMessages.accepts(toMegabytes(maxBytes))}
          accept=""
          isDisabled={isUnavailable || !isIdle}
          isListening={isActive}
          onPicked={compressor.addFiles}
          notes={isIdle ? compressor.notes : []}
          content={isIdle ? uploads : <ArchiveFileList files={list.files} state={view.state} />}
        />
        {hasOptions ? (
          <CompressOptions
            files={list.files}
            plan={plan}
            options={compressor.options}
            onChange={compressor.setOptions}
            password={compressor.password}
            onPasswordChange={compressor.setPassword}
            passwordError={compressor.passwordError}
            isDisabled={isUnavailable}
          />
        ) : null}
        {view.phase === 'working' ? (
          <CompressionProgress view={view} panelRef={progressRef} onCancel={compressor.cancel} />
        ) : null}
        {view.phase === 'finished' ? (
          <ArchiveResult
            state={view.state}
            fileCount={list.files.length}
            isProtected={compressor.wasProtected}
            downloadRef={downloadRef}
            onCompressMore={compressor.startOver}
            onChangeOptions={hasFiles ? compressor.backToOptions : undefined}
            onDelete={compressor.deleteResult}
          />
        ) : null}
      </div>
      {isIdle ? (
        <ActionBar
          convertLabel={compressMessages.compress}
          convertRef={compressRef}
          problem={compressor.problem}
          isAllowanceUsed={compressor.needsPlan}
          isDisabled={isUnavailable}
          onConvert={compressor.compress}
          onStartOver={hasFiles ? compressor.startOver : undefined}
        />
      ) : null}
    </section>
  )
}
