/** Actions of a result card: download, tool-specific actions, delete. */
import { Download } from 'lucide-react'
import type { RefObject } from 'react'
import { Button } from './button.tsx'
import { DownloadButton } from './download-button.tsx'
import { Icon } from './icon.tsx'
import { ResultCardFooter } from './result-card-footer.tsx'

interface ResultCardAction {
  readonly label: string
  /** Undefined when the action is no longer available. */
  readonly onPress: (() => void) | undefined
}

interface ResultCardActionsProps {
  readonly downloadUrl: string | null
  readonly downloadLabel: string
  readonly downloadRef: RefObject<HTMLAnchorElement | null>
  readonly others: readonly ResultCardAction[]
  readonly expiresAt: string | null
  readonly onDelete: () => void
}

export function ResultCardActions(props: ResultCardActionsProps) {
  const { downloadUrl, downloadLabel, downloadRef, others, expiresAt, onDelete } = props
  return (
    <>
      {downloadUrl === null ? null : (
        <DownloadButton ref={downloadRef} href={downloadUrl} download variant="accent" size="large">
          <Icon of={Download} /> {downloadLabel}
        </DownloadButton>
      )}
      <div className="flex flex-wrap gap-2 *:grow">
        {others.map(({ label, onPress }) =>
          onPress ? (
            <Button key={label} className="px-2" onClick={onPress}>
              {label}
            </Button>
          ) : null,
        )}
      </div>
      <ResultCardFooter expiresAt={expiresAt} onDelete={onDelete} />
    </>
  )
}
