/** Generic file icon for files without a preview; highlighted while a file is dragged over the drop zone. */
import type { FileKind } from '@filesmith/contract/formats'
import { KindIcon } from './kind-icon.tsx'

interface FileIconProps {
  readonly kind: FileKind
  /** Format label, if known. */
  readonly label?: string
}

export function FileIcon({ kind, label }: FileIconProps) {
  return (
    <span className="relative grid h-24 w-20 place-items-center transition-transform group-data-[drag=area]/zone:-translate-y-1.5">
      <svg viewBox="0 0 80 96" aria-hidden="true" className="absolute inset-0 overflow-visible">
        <path
          d="M6 .5h50L79.5 24v66a5.5 5.5 0 0 1-5.5 5.5H6A5.5 5.5 0 0 1 .5 90V6A5.5 5.5 0 0 1 6 .5Z"
          className="fill-surface stroke-line-strong"
        />
        <path
          d="M56 .5 79.5 24H60a4 4 0 0 1-4-4Z"
          className="fill-surface-sunken stroke-line-strong transition-colors group-data-[drag=area]/zone:fill-accent group-data-[drag=area]/zone:stroke-accent"
        />
      </svg>
      <span className="relative flex flex-col items-center gap-1.5 pt-3">
        <KindIcon kind={kind} sizePx={label ? 24 : 40} />
        {label ? <span className="figures text-xs font-semibold">{label}</span> : null}
      </span>
    </span>
  )
}
