/** Code block with a copy button. */
import { developersMessages } from '@filesmith/contract/messages/developers'
import { CopyButton } from '../../lib/copy-button.tsx'

interface CodeBlockProps {
  /** Caption. */
  readonly label: string
  readonly code: string
}

export function CodeBlock({ label, code }: CodeBlockProps) {
  return (
    <figure className="min-w-0 rounded border border-line bg-surface-sunken">
      <figcaption className="flex items-center justify-between gap-4 border-b border-line py-1.5 pr-1.5 pl-4 text-xs font-semibold text-ink-muted">
        {label}
        <CopyButton text={code} label={developersMessages.copy} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: horizontal overflow must be scrollable by keyboard */}
      <pre tabIndex={0} className="overflow-x-auto p-4 font-mono text-xs leading-relaxed">
        {code}
      </pre>
    </figure>
  )
}
