/** List row that expands to details and actions. */
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'

interface ExpandableRowProps {
  /** Rendered inside a button: phrasing content only. */
  readonly summary: ReactNode
  readonly children: ReactNode
}

export function ExpandableRow({ summary, children }: ExpandableRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const contentId = useId()
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? contentId : undefined}
        onClick={() => setIsOpen(!isOpen)}
        className="group flex w-full items-center gap-4 px-5 py-3 text-left transition-colors -outline-offset-2 hover:bg-surface-sunken sm:px-6"
      >
        <span className="min-w-0 grow">{summary}</span>
        <Icon
          of={ChevronDown}
          className="text-ink-muted transition-transform group-aria-expanded:rotate-180"
        />
      </button>
      {isOpen ? (
        <div id={contentId} className="fade-in px-5 pt-3 pb-6 sm:px-6">
          {children}
        </div>
      ) : null}
    </li>
  )
}
