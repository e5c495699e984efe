/** Action buttons of a past conversion. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { usageMessages } from '@filesmith/contract/messages/profile-usage'
import { receiptMessages } from '@filesmith/contract/messages/receipt'
import { type ConversionStatus, isFinished } from '@filesmith/contract/schemas/conversion'
import type { PastConversion } from '@filesmith/contract/schemas/conversion-history'
import { Download, ReceiptText, RefreshCw, Trash2, X } from 'lucide-react'
import { formatLabel } from '../../../lib/format-label.ts'
import { openReceipt } from '../../../lib/receipts/opened-receipt.ts'
import { Button } from '../../../ui/button.tsx'
import { DownloadButton } from '../../../ui/download-button.tsx'
import { Icon } from '../../../ui/icon.tsx'

const texts = usageMessages.history

interface RowActionsProps {
  readonly row: PastConversion
  readonly status: ConversionStatus
  readonly isBusy: boolean
  readonly onRepeat: () => void
  readonly onRetry: () => void
  readonly onCancel: () => void
  readonly onDelete: () => void
}

export function RowActions({ row, status, isBusy, onRepeat, onRetry, onCancel, onDelete }: RowActionsProps) {
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
            href={apiPaths.download(id)}
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
