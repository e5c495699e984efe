/** The file compressor: files and folders of any kind into one archive. */
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
import { ArchiveResult } from './archive-result.tsx'
import { ArchiveWork } from './archive-work.tsx'
import { CompressOptions } from './compress-options.tsx'
import { PackedList } from './packed-list.tsx'
import { useCompressor } from './use-compressor.ts'

interface FileCompressorProps {
  /** Whether it is in sight and takes what is dropped or pasted on the page. */
  readonly isActive: boolean
}

export function FileCompressor({ isActive }: FileCompressorProps) {
  const plan = usePlan()
  const maxBytes = maxBytesFor(operations['compress-files'].maxBytes, plan)
  const reason = useUnavailableReason('compress-files')
  const isUnavailable = reason !== undefined
  const work = useCompressor(plan, maxBytes)
  const { list, view } = work
  const isIdle = view.phase === 'idle'
  const hasFiles = list.files.length > 0
  // As soon as the server has something to work on; the rest may still be on its way.
  const hasOptions =
    isIdle && (isUnavailable || list.files.some(({ sending }) => sending.phase === 'complete'))

  const headingId = useId()
  const compressRef = useRef<HTMLButtonElement>(null)
  const workRef = useRef<HTMLDivElement>(null)
  const downloadRef = useRef<HTMLAnchorElement>(null)
  useFocusOnPhase(view.phase, { idle: compressRef, working: workRef, finished: downloadRef }[view.phase])

  const uploads = hasFiles ? <UploadList list={list} accept="" onPicked={work.takeFiles} /> : undefined
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
          hint={compressMessages.takes(toMegabytes(maxBytes))}
          accept=""
          isDisabled={isUnavailable || !isIdle}
          isListening={isActive}
          onPicked={work.takeFiles}
          notes={isIdle ? work.notes : []}
          content={isIdle ? uploads : <PackedList files={list.files} state={view.state} />}
        />
        {hasOptions ? (
          <CompressOptions
            files={list.files}
            plan={plan}
            options={work.options}
            onChange={work.setOptions}
            password={work.password}
            onPasswordChange={work.setPassword}
            passwordError={work.passwordError}
            isDisabled={isUnavailable}
          />
        ) : null}
        {view.phase === 'working' ? (
          <ArchiveWork view={view} panelRef={workRef} onCancel={work.cancel} />
        ) : null}
        {view.phase === 'finished' ? (
          <ArchiveResult
            state={view.state}
            fileCount={list.files.length}
            isProtected={work.wasProtected}
            downloadRef={downloadRef}
            onCompressMore={work.startOver}
            onChangeOptions={hasFiles ? work.backToOptions : undefined}
            onDelete={work.deleteResult}
          />
        ) : null}
      </div>
      {isIdle ? (
        <ActionBar
          convertLabel={compressMessages.compress}
          convertRef={compressRef}
          complaint={work.complaint}
          isAllowanceUsed={work.needsPlan}
          isDisabled={isUnavailable}
          onConvert={work.compress}
          onStartOver={hasFiles ? work.startOver : undefined}
        />
      ) : null}
    </section>
  )
}
