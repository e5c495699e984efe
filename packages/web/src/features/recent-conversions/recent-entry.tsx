/** Row of the recent conversions. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { receiptMessages } from '@filesmith/contract/messages/receipt'
import { recentMessages } from '@filesmith/contract/messages/recent'
import type { RecentConversion } from '@filesmith/contract/schemas/conversion'
import { ArrowRight, Download, ReceiptText, Trash2 } from 'lucide-react'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { openReceipt } from '../../lib/receipts/opened-receipt.ts'
import { relativeTime } from '../../lib/relative-time.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'

interface RecentEntryProps {
  readonly conversion: RecentConversion
  readonly onDelete: () => void
}

export function RecentEntry({ conversion, onDelete }: RecentEntryProps) {
  const { id, fileName, fileType, fileSize, createdAt } = conversion
  const from = formatLabel(conversion.originalFormat)
  const to = formatLabel(conversion.convertedFormat)
  const now = new Date()
  // It may have expired since the list was loaded.
  const isExpired = conversion.isExpired || new Date(conversion.expiresAt) <= now
  return (
    <li className="flex items-center gap-3 py-2 pr-3 pl-5 sm:gap-4">
      <KindIcon kind={fileType} />
      <div className="min-w-0 grow">
        <p className={cx('font-semibold', isExpired && 'text-ink-muted')}>
          <FileName name={fileName} />
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-xs text-ink-muted">
          <span className="inline-flex items-center gap-1">
            <span>{from}</span>
            <Icon of={ArrowRight} sizePx={16} label={recentMessages.to} />
            <span>{to}</span>
          </span>
          <span className="figures">{formatBytes(fileSize)}</span>
          <time dateTime={createdAt}>{relativeTime(new Date(createdAt), now)}</time>
        </p>
      </div>
      <div className="flex shrink-0 items-center">
        {isExpired ? (
          <>
            <span className="rounded bg-surface-sunken px-2 py-0.5 text-xs font-semibold text-ink-muted">
              {recentMessages.expired}
            </span>
            <Button
              variant="quiet"
              className="max-sm:px-3"
              aria-label={receiptMessages.openOf(fileName)}
              onClick={() => openReceipt(id)}
            >
              <Icon of={ReceiptText} />
              <span className="max-sm:hidden">{receiptMessages.open}</span>
            </Button>
          </>
        ) : (
          <DownloadButton
            href={apiPaths.download(id)}
            variant="quiet"
            aria-label={recentMessages.download(fileName, to)}
            className="max-sm:px-3"
          >
            <Icon of={Download} />
            <span className="max-sm:hidden">{recentMessages.downloadShort}</span>
          </DownloadButton>
        )}
        <Button
          variant="quiet-danger"
          aria-label={recentMessages.delete(fileName)}
          title={recentMessages.delete(fileName)}
          data-delete={id}
          className="px-3"
          onClick={onDelete}
        >
          <Icon of={Trash2} />
        </Button>
      </div>
    </li>
  )
}
