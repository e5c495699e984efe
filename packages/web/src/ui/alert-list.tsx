/** List of problems with the files just added. The live region is always mounted, so that screen readers announce changes. */
import { CircleAlert } from 'lucide-react'
import { Icon } from './icon.tsx'

interface AlertListProps {
  readonly notes: readonly string[]
  readonly className?: string
}

export function AlertList({ notes, className }: AlertListProps) {
  return (
    <div role="alert" className={className}>
      {notes.length > 0 ? (
        <div className="flex items-start gap-3 rounded border border-warning bg-warning-wash p-3">
          <Icon of={CircleAlert} className="mt-px text-warning" />
          <ul className="font-semibold">
            {notes.map(note => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  )
}
