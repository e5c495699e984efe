/** Footer of a result card: expiry time and delete button. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { Trash2 } from 'lucide-react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

const { result: texts } = conversionMessages

interface ResultCardFooterProps {
  readonly expiresAt: string | null
  readonly onDelete: () => void
}

export function ResultCardFooter({ expiresAt, onDelete }: ResultCardFooterProps) {
  return (
    <div className="flex items-center justify-between gap-2">
      <p className="min-w-0 text-xs text-ink-muted">
        {expiresAt === null ? '' : texts.expires(formatDateTime(expiresAt))}
      </p>
      <Button variant="danger" className="-mr-3" onClick={onDelete}>
        <Icon of={Trash2} sizePx={16} /> {texts.deleteNow}
      </Button>
    </div>
  )
}

function formatDateTime(iso: string): string {
  return new Date(iso).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
}
