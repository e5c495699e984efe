/** File compressor: packs files and folders into one archive. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { maxBytesFor } from '@filesmith/contract/limits'
import { allowanceMessages } from '@filesmith/contract/messages/allowance'
import { compressMessages } from '@filesmith/contract/messages/compress'
import { operations } from '@filesmith/contract/operations/registry'
import { paths } from '@filesmith/contract/routes'
import { FilesZone } from '../../lib/file-list/files-zone.tsx'
import { UploadList } from '../../lib/file-list/upload-list.tsx'
import { JobProgress } from '../../lib/job/job-progress.tsx'
import { ToolPage } from '../../lib/tool-page.tsx'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { ArchiveFileList } from './archive-file-list.tsx'
import { ArchiveResult } from './archive-result.tsx'
import { CompressOptions } from './compress-options.tsx'
import { useCompressor } from './use-compressor.ts'

const { working: title, progress, steps } = compressMessages

interface FileCompressorProps {
  /** Whether it is visible and handles drops and pastes on the page. */
  readonly isActive: boolean
}

export function FileCompressor({ isActive }: FileCompressorProps) {
  const plan = usePlan()
  const maxBytes = maxBytesFor(operations['compress-files'].maxBytes, plan)
  const unavailable = useUnavailableReason('compress-files')
  const isUnavailable = unavailable !== undefined
  const compressor = useCompressor(plan, maxBytes)
  const { job } = compressor
  const { view, list } = job
  const isIdle = view.phase === 'idle'
  const hasFiles = list.files.length > 0
  // Shown as soon as one file is uploaded; the others may still be uploading.
  const hasOptions =
    isIdle && (isUnavailable || list.files.some(({ sending }) => sending.phase === 'complete'))
  const uploads = hasFiles ? <UploadList list={list} accept="" onPicked={compressor.addFiles} /> : undefined
  return (
    <ToolPage
      frame={{ heading: compressMessages.heading, intro: <CompressIntro isFree={plan === 'free'} /> }}
      job={job}
      unavailable={unavailable}
      input={
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
      }
      options={problem =>
        hasOptions ? (
          <CompressOptions
            files={list.files}
            plan={plan}
            options={compressor.options}
            onChange={compressor.setOptions}
            password={compressor.password}
            onPasswordChange={compressor.setPassword}
            passwordError={problem === compressMessages.noPassword ? problem : undefined}
            isDisabled={isUnavailable}
          />
        ) : null
      }
      progress={panelRef =>
        view.phase === 'working' ? (
          <JobProgress
            view={view}
            texts={{ title, progress, steps }}
            panelRef={panelRef}
            onCancel={job.cancel}
          />
        ) : null
      }
      result={(state, downloadRef) => (
        <ArchiveResult
          state={state}
          fileCount={list.files.length}
          isProtected={compressor.wasProtected}
          downloadRef={downloadRef}
          onCompressMore={compressor.startOver}
          onChangeOptions={hasFiles ? job.reset : undefined}
          onDelete={job.deleteResult}
        />
      )}
      action={{
        label: compressMessages.compress,
        blocked: compressor.blocked,
        onStart: compressor.compress,
        onStartOver: hasFiles ? compressor.startOver : undefined,
      }}
    />
  )
}

function CompressIntro({ isFree }: { readonly isFree: boolean }) {
  return (
    <p className="flex flex-wrap gap-x-3 text-ink-muted">
      <span className="font-semibold text-ink">{compressMessages.claim}</span>
      {isFree ? (
        <span>
          {compressMessages.premium}{' '}
          <TextLink to={paths.plans} className="whitespace-nowrap text-ink">
            {allowanceMessages.seePlans}
          </TextLink>
        </span>
      ) : null}
    </p>
  )
}
