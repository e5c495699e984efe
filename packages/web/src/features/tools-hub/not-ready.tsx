/** Stands where a tool is going to be: says so, and leads to those that work. */
import { hubMessages } from '@filesmith/contract/messages/hub'
import { hubToolPath, hubTools } from '@filesmith/contract/tools/hub'
import { Link } from 'react-router'
import { isReady, ToolDrawing } from './tool-drawings.tsx'

interface NotReadyProps {
  readonly label: string
  /** What it is going to do. */
  readonly summary?: string
}

export function NotReady({ label, summary }: NotReadyProps) {
  return (
    <div className="flex min-h-72 flex-col items-center justify-center gap-2 py-6 text-center">
      <h2 className="text-lg">{label}</h2>
      {summary === undefined ? null : <p className="text-base">{summary}</p>}
      <p className="text-ink-muted">{hubMessages.notReadyYet(label)}</p>
      <p className="mt-6 text-xs font-semibold">{hubMessages.readyNow}</p>
      <ul className="flex flex-wrap justify-center gap-2">
        {hubTools.filter(isReady).map(tool => (
          <li key={tool.id}>
            <Link
              to={hubToolPath(tool.id)}
              className="inline-flex min-h-10 items-center gap-2 rounded border border-line px-3 font-medium transition-colors hover:border-ink"
            >
              <ToolDrawing tool={tool} />
              {tool.label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
