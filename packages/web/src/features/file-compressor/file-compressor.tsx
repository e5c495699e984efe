/** File compressor: packs files and folders into one archive. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { checkFiles } from '@filesmith/contract/check-files'
import { allowanceMessages } from '@filesmith/contract/messages/allowance'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import { compressFiles } from '@filesmith/contract/operations/compress-files'
import { type PlanId, plans } from '@filesmith/contract/plans'
import { paths } from '@filesmith/contract/routes'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { compressMessages } from '@filesmith/contract/tools/compress/messages'
import { maxUploadBytes } from '@filesmith/contract/upload-purposes'
import { ArrowRight, Lock } from 'lucide-react'
import type { RefObject } from 'react'
import { useState } from 'react'
import { describeSaving } from '../../lib/describe-saving.ts'
import { FileListCard } from '../../lib/file-list/file-list-card.tsx'
import { FilesZone } from '../../lib/file-list/files-zone.tsx'
import { type FileNote, filterPickedFiles } from '../../lib/file-list/filter-picked-files.ts'
import { kindOfName } from '../../lib/file-list/kind-of-name.ts'
import { folderOf, type ListedFile, nameOf, totalBytesOf } from '../../lib/file-list/listed-file.ts'
import { stoppedReason } from '../../lib/file-list/pending-reason.ts'
import type { PickedFiles } from '../../lib/file-list/picked-file.ts'
import { UploadList } from '../../lib/file-list/upload-list.tsx'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { conversionJob } from '../../lib/job/job.ts'
import { JobProgress } from '../../lib/job/job-progress.tsx'
import { useJob } from '../../lib/job/use-job.ts'
import { ToolPage } from '../../lib/tool-page.tsx'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { Button } from '../../ui/button.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { FileRow } from '../../ui/file-row.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { ResultCard } from '../../ui/result-card.tsx'
import { ResultCardActions } from '../../ui/result-card-actions.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { CompressOptions } from './compress-options.tsx'
import {
  compressToolId,
  defaultCompressSettings,
  limitToPlan,
  savedCompressSettings,
} from './compress-settings.ts'

const initialCount = 30

const { working, progress, steps } = compressMessages

interface FileCompressorProps {
  /** Whether it is visible and handles drops and pastes on the page. */
  readonly isActive: boolean
}

export function FileCompressor({ isActive }: FileCompressorProps) {
  const plan = usePlan()
  const maxBytes = maxUploadBytes('compress-files', plan)
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
          hint={compressMessages.accepts(
            plans[plan].archiveFileBytes === null ? null : toMegabytes(maxBytes),
          )}
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
            texts={{ title: working, progress, steps }}
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

interface ArchiveFileListProps {
  /** Empty when the uploads of an earlier visit have been deleted from the server. */
  readonly files: readonly ListedFile[]
  readonly state: ConversionState | undefined
}

/** Files of the archive, shown during and after the compression. */
function ArchiveFileList({ files, state }: ArchiveFileListProps) {
  const [isExpanded, setIsExpanded] = useState(false)
  const shown = isExpanded ? files : files.slice(0, initialCount)
  return (
    <FileListCard
      heading={fileListMessages.heading}
      figures={
        files.length > 0
          ? `${fileListMessages.count(files.length)} · ${formatBytes(totalBytesOf(files))}`
          : formatBytes(state?.originalSize ?? 0)
      }
    >
      <ol>
        {files.length === 0 && state ? (
          <FileRow
            name={state.fileName}
            icon={<KindIcon kind="archive" sizePx={24} />}
            status={<span className="figures">{formatBytes(state.originalSize)}</span>}
          />
        ) : null}
        {shown.map(listed => (
          <FileRow
            key={listed.key}
            name={nameOf(listed)}
            folder={folderOf(listed)}
            icon={<KindIcon kind={kindOfName(listed.path)} sizePx={24} />}
            status={<span className="figures">{formatBytes(listed.sizeBytes)}</span>}
          />
        ))}
      </ol>
      {files.length > initialCount ? (
        <Button variant="quiet" className="m-2" onClick={() => setIsExpanded(!isExpanded)}>
          {isExpanded ? fileListMessages.showFewer : fileListMessages.showAll(files.length)}
        </Button>
      ) : null}
    </FileListCard>
  )
}

/** State and actions of the compressor: files, settings, password and job. */
function useCompressor(plan: PlanId, maxBytes: number) {
  const [settings, setSettings] = useState(savedCompressSettings)
  const [password, setPassword] = useState('')
  const [wasProtected, setWasProtected] = useState(false)
  const [notes, setNotes] = useState<readonly FileNote[]>([])
  const options = limitToPlan(settings, plan)
  const job = useJob({
    toolId: compressToolId,
    purpose: 'compress-files',
    path: compressFiles.path,
    kind: conversionJob,
    options: { format: settings.format, level: settings.level },
    texts: {
      failed: compressMessages.failed,
      unanswered: compressMessages.requestFailed,
      succeeded: () => compressMessages.succeeded,
      canceled: () => compressMessages.canceled,
      deleted: compressMessages.deleted,
      downloadMissing: compressMessages.downloadMissing,
    },
  })
  const { files } = job.list

  const findMissing = (): string | undefined => {
    if (files.length === 0) return compressMessages.noFile
    if (options.isProtected && password === '') return compressMessages.noPassword
    return stoppedReason(files)
  }
  const missing = findMissing()

  return {
    job,
    options,
    setOptions: setSettings,
    password,
    setPassword,
    wasProtected,
    notes,
    blocked: missing === undefined ? undefined : { title: missing },
    addFiles(picked: PickedFiles) {
      const filtered = filterPickedFiles(picked, files, { keepsEmpty: true })
      const chosen = filtered.files.map(({ file }) => file)
      const checked = checkFiles(chosen, { accept: '', isMultiple: true, mayBeEmpty: true, maxBytes })
      setNotes(filtered.notes)
      if (checked.isAccepted) job.list.add(filtered.files)
      else if (checked.reason === 'too-large') window.alert(checked.message)
    },
    async compress() {
      const { format, level, isProtected } = options
      setNotes([])
      setWasProtected(isProtected)
      const isAccepted = await job.start(uploads => ({
        compressionFormat: format,
        compressionLevel: level,
        isPasswordProtected: isProtected,
        ...(isProtected ? { password } : {}),
        files: uploads.map(({ uploadId, path, modifiedAt }) => ({ uploadId, path, modifiedAt })),
      }))
      if (isAccepted) setPassword('')
    },
    startOver() {
      job.clear()
      setSettings(defaultCompressSettings)
      setPassword('')
      setNotes([])
    },
  }
}

const { result: texts } = conversionMessages

interface ArchiveResultProps {
  readonly state: ConversionState
  /** 0 when the file list was lost in a reload. */
  readonly fileCount: number
  readonly isProtected: boolean
  readonly downloadRef: RefObject<HTMLAnchorElement | null>
  readonly onCompressMore: () => void
  /** Undefined when the uploads have been deleted from the server. */
  readonly onChangeOptions: (() => void) | undefined
  readonly onDelete: () => void
}

/** Result card of the compressor: sizes before and after, and download. */
function ArchiveResult(props: ArchiveResultProps) {
  const { state, fileCount, isProtected, downloadRef, onCompressMore, onChangeOptions, onDelete } = props
  const { originalSize, resultSize, downloadUrl } = state
  return (
    <ResultCard
      heading={compressMessages.resultHeading}
      actions={
        <ResultCardActions
          downloadUrl={downloadUrl}
          downloadLabel={texts.download}
          downloadRef={downloadRef}
          others={[
            { label: compressMessages.compressMore, onPress: onCompressMore },
            { label: compressMessages.changeOptions, onPress: onChangeOptions },
          ]}
          expiresAt={state.expiresAt}
          onDelete={onDelete}
        />
      }
    >
      <dl className="grid grid-cols-[1fr_auto_1fr] items-center gap-3">
        <Side
          term={texts.before}
          title={fileCount > 0 ? fileListMessages.count(fileCount) : formatLabel(state.originalFormat)}
          sizeBytes={originalSize}
        />
        <div className="text-ink-muted">
          <Icon of={ArrowRight} />
        </div>
        <Side term={texts.after} title={formatLabel(state.convertedFormat)} sizeBytes={resultSize ?? 0} />
      </dl>
      <div>
        <p className="figures text-sm font-semibold">{describeSaving(originalSize, resultSize ?? 0)}</p>
        {isProtected ? (
          <p className="mt-1 flex items-center gap-2 text-ink-muted">
            <Icon of={Lock} sizePx={16} /> {compressMessages.protectedResult}
          </p>
        ) : null}
        {state.notes.map(note => (
          <p key={note} className="mt-1 text-ink-muted">
            {note}
          </p>
        ))}
      </div>
    </ResultCard>
  )
}

interface SideProps {
  readonly term: string
  readonly title: string
  readonly sizeBytes: number
}

function Side({ term, title, sizeBytes }: SideProps) {
  return (
    <div className="min-w-0 self-stretch rounded bg-paper px-3 py-3 text-center">
      <dt className="text-xs text-ink-muted">{term}</dt>
      <dd className="font-heading text-lg font-semibold">{title}</dd>
      <dd className="figures text-sm">{formatBytes(sizeBytes)}</dd>
    </div>
  )
}
