/** Row of the conversion history: file, formats, outcome and actions. */

import { apiPaths } from '@filesmith/contract/api-paths'
import { type ConversionStatus, isFinished } from '@filesmith/contract/conversion-status'
import { usageMessages } from '@filesmith/contract/messages/profile-usage'
import { receiptMessages } from '@filesmith/contract/messages/receipt'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import type { PastConversion } from '@filesmith/contract/schemas/conversion-history'
import { ArrowRight, Download, ReceiptText, RefreshCw, Trash2, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatLabel } from '../../../lib/format-label.ts'
import { followJob } from '../../../lib/job/follow-job.ts'
import { conversionJob } from '../../../lib/job/job.ts'
import { openReceipt } from '../../../lib/receipts/opened-receipt.ts'
import { relativeTime } from '../../../lib/relative-time.ts'
import { apiAddress } from '../../../lib/site-address.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { DownloadButton } from '../../../ui/download-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { KindIcon } from '../../../ui/kind-icon.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'

const texts = usageMessages.history

const tones = {
  queued: 'neutral',
  running: 'accent',
  succeeded: 'success',
  failed: 'danger',
  cancelled: 'neutral',
  expired: 'neutral',
} as const

interface PastConversionRowProps {
  readonly row: PastConversion
  readonly isFollowed: boolean
  readonly isBusy: boolean
  readonly onState: (state: ConversionState) => void
  readonly onGone: () => void
  readonly onRepeat: () => void
  readonly onRetry: () => void
  readonly onCancel: () => void
  readonly onDelete: () => void
}

export function PastConversionRow({ row, isFollowed, onState, onGone, ...actions }: PastConversionRowProps) {
  const progress = useProgress(row.id, isFollowed, { onState, onGone })
  const status = statusNow(row, progress)
  const { fileName, fileType, originalSize, fileSize, createdAt } = row
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 sm:px-6 @min-[36rem]:flex-nowrap">
      <KindIcon kind={fileType} label={texts.kinds[fileType]} />
      <div className="min-w-0 grow basis-0">
        <p className="flex flex-wrap items-center gap-x-2 @min-[36rem]:flex-nowrap">
          <span className="max-w-full truncate font-semibold" title={fileName}>
            {fileName}
          </span>
          <Badge tone={tones[status]}>{texts.states[status]}</Badge>
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-muted">
          <Change from={formatLabel(row.originalFormat)} to={formatLabel(row.convertedFormat)} />
          <span className="figures">
            {fileSize === null ? (
              formatBytes(originalSize)
            ) : (
              <Change from={formatBytes(originalSize)} to={formatBytes(fileSize)} />
            )}
          </span>
          <time dateTime={createdAt} title={new Date(createdAt).toLocaleString()}>
            {relativeTime(new Date(createdAt), new Date())}
          </time>
        </p>
        <Outcome row={row} status={status} percent={progress?.percent ?? 0} />
      </div>
      <RowActions row={row} status={status} {...actions} />
    </li>
  )
}

function Outcome({
  row,
  status,
  percent,
}: {
  readonly row: PastConversion
  readonly status: ConversionStatus
  readonly percent: number
}) {
  if (status === 'running')
    return (
      <div className="mt-2 flex items-center gap-3">
        <div className="grow">
          <ProgressBar percent={percent} label={texts.progress(row.fileName)} />
        </div>
        <span className="figures w-10 text-right text-xs">{Math.floor(percent)}%</span>
      </div>
    )
  if (status === 'failed') return <p className="mt-1 text-xs text-danger">{row.errorMessage}</p>
  if (status === 'expired') return <p className="mt-1 text-xs text-ink-muted">{texts.expired}</p>
  return null
}

function Change({ from, to }: { readonly from: string; readonly to: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <span>{from}</span>
      <Icon of={ArrowRight} sizePx={16} label={texts.to} />
      <span>{to}</span>
    </span>
  )
}

/** Events are newer than the list while it runs; a finished one may have expired since the list was loaded. */
function statusNow(row: PastConversion, progress: ConversionState | undefined): ConversionStatus {
  if (progress) return progress.status
  const hasExpired = row.status === 'succeeded' && new Date(row.expiresAt) <= new Date()
  return hasExpired ? 'expired' : row.status
}

interface ProgressHandlers {
  readonly onState: (state: ConversionState) => void
  readonly onGone: () => void
}

/** Live progress of a conversion in the history. */
function useProgress(id: string, isFollowed: boolean, handlers: ProgressHandlers) {
  const [state, setState] = useState<ConversionState>()
  const take = useEffectEvent((next: ConversionState) => {
    setState(next)
    handlers.onState(next)
  })
  const leave = useEffectEvent(handlers.onGone)

  useEffect(() => {
    if (!isFollowed) return
    const job = { id, statusUrl: apiPaths.conversion(id), eventsUrl: apiPaths.conversionEvents(id) }
    return followJob(job, {
      read: conversionJob.read,
      onState: next => take(next),
      onGone: () => leave(),
    })
  }, [id, isFollowed])

  return isFollowed ? state : undefined
}

interface RowActionsProps {
  readonly row: PastConversion
  readonly status: ConversionStatus
  readonly isBusy: boolean
  readonly onRepeat: () => void
  readonly onRetry: () => void
  readonly onCancel: () => void
  readonly onDelete: () => void
}

/** Action buttons of a past conversion. */
function RowActions({ row, status, isBusy, onRepeat, onRetry, onCancel, onDelete }: RowActionsProps) {
  const { id, fileName } = row
  const canRetry = status === 'failed' || status === 'cancelled'
  if (!isFinished(status))
    return (
      <Button
        variant="quiet"
        className="-mr-3 px-3"
        aria-label={texts.cancelOf(fileName)}
        disabled={isBusy}
        onClick={onCancel}
      >
        <Icon of={X} sizePx={16} /> {texts.cancel}
      </Button>
    )
  return (
    <>
      {/* On phones they have their own line, and the delete button stays next to the name. */}
      <div className="flex shrink-0 flex-wrap items-center @max-[36rem]:order-last @max-[36rem]:w-full @max-[36rem]:pl-6">
        {status === 'succeeded' ? (
          <DownloadButton
            href={apiAddress(apiPaths.download(id))}
            variant="quiet"
            className="px-3"
            aria-label={texts.downloadOf(fileName, formatLabel(row.convertedFormat))}
          >
            <Icon of={Download} sizePx={16} /> {texts.download}
          </DownloadButton>
        ) : null}
        {row.canRepeat ? (
          <Button
            variant="quiet"
            className="px-3"
            aria-label={canRetry ? texts.retryOf(fileName) : texts.repeatOf(fileName)}
            disabled={isBusy}
            onClick={canRetry ? onRetry : onRepeat}
          >
            <Icon of={RefreshCw} sizePx={16} /> {canRetry ? texts.retry : texts.repeat}
          </Button>
        ) : null}
        <Button
          variant="quiet"
          className="px-3"
          aria-label={receiptMessages.openOf(fileName)}
          onClick={() => openReceipt(id)}
        >
          <Icon of={ReceiptText} sizePx={16} /> {receiptMessages.open}
        </Button>
      </div>
      <Button
        variant="quiet-danger"
        className="-mr-3 px-3 @min-[36rem]:-ml-4"
        aria-label={texts.deleteOf(fileName)}
        title={texts.deleteOf(fileName)}
        data-delete={id}
        onClick={onDelete}
      >
        <Icon of={Trash2} />
      </Button>
    </>
  )
}
