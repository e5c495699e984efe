/** Explains why a tool is unavailable on this server. */
import { CircleAlert } from 'lucide-react'
import { Icon } from './icon.tsx'

export function UnavailableNotice({ reason }: { readonly reason: string }) {
  return (
    <p
      role="note"
      className="flex items-start gap-3 rounded border border-warning bg-warning-wash p-4 font-semibold"
    >
      <Icon of={CircleAlert} className="mt-0.5 text-warning" />
      {reason}
    </p>
  )
}
