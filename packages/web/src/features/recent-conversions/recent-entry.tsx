/** One row of the recent list. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { recentMessages } from '@filesmith/contract/messages/recent'
import type { RecentConversion } from '@filesmith/contract/schemas/conversion'
import { ArrowRight, Download } from 'lucide-react'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { relativeTime } from '../../lib/relative-time.ts'
import { Icon } from '../../ui/icon.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { DownloadButton } from '../../ui/link-button.tsx'

export function RecentEntry({ conversion }: { readonly conversion: RecentConversion }) {
  const { id, fileName, fileType, fileSize, createdAt } = conversion
  const from = formatLabel(conversion.originalFormat)
  const to = formatLabel(conversion.convertedFormat)
  return (
    <li className="flex items-center gap-4 py-2 pr-3 pl-5">
      <KindIcon kind={fileType} />
      <div className="min-w-0 grow">
        <p className="truncate font-semibold" title={fileName}>
          {fileName}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-xs text-ink-muted">
          <span className="inline-flex items-center gap-1">
            <span>{from}</span>
            <Icon of={ArrowRight} sizePx={16} label={recentMessages.to} />
            <span>{to}</span>
          </span>
          <span className="figures">{formatBytes(fileSize)}</span>
          <time dateTime={createdAt}>{relativeTime(new Date(createdAt), new Date())}</time>
        </p>
      </div>
      <DownloadButton
        href={apiPaths.download(id)}
        variant="quiet"
        aria-label={recentMessages.download(fileName, to)}
        className="max-sm:px-3"
      >
        <Icon of={Download} />
        <span className="max-sm:hidden">{recentMessages.downloadShort}</span>
      </DownloadButton>
    </li>
  )
}
