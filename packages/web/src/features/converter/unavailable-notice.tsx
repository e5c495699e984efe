/** Says in plain words why a tool cannot be used on this server. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { CircleAlert } from 'lucide-react'
import { Icon } from '../../ui/icon.tsx'

interface UnavailableNoticeProps {
  readonly label: string
  readonly reason: string
}

export function UnavailableNotice({ label, reason }: UnavailableNoticeProps) {
  return (
    <div role="note" className="flex items-start gap-3 rounded border border-warning bg-warning-wash p-4">
      <Icon of={CircleAlert} className="mt-0.5 text-warning" />
      <div>
        <p className="font-semibold">{conversionMessages.unavailableHeading(label)}</p>
        <p>{reason}</p>
      </div>
    </div>
  )
}
