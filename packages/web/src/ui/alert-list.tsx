/** List of problems with the files just added. The live region is always mounted, so that screen readers announce changes. */
import { CircleAlert } from 'lucide-react'
import { Icon } from './icon.tsx'

interface AlertListProps {
  readonly notes: readonly AlertNote[]
  readonly className?: string
}

interface AlertNote {
  readonly text: string
  /** Second line. */
  readonly detail?: string | undefined
}

export function AlertList({ notes, className }: AlertListProps) {
  return (
    <div role="alert" className={className}>
      {notes.length > 0 ? (
        <div className="flex items-start gap-3 rounded border border-warning bg-warning-wash p-3">
          <Icon of={CircleAlert} className="mt-px text-warning" />
          <ul className="flex min-w-0 flex-col gap-2 font-semibold">
            {notes.map(({ text, detail }) => (
              <li key={text}>
                <p>{text}</p>
                {detail ? <p className="font-normal wrap-anywhere">{detail}</p> : null}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  )
}
