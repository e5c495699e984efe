/** A file's name on one line: what does not fit is cut before the ending, in either direction of writing. */

interface FileNameProps {
  readonly name: string
  /** Shown before it, quietly. */
  readonly folder?: string | undefined
}

export function FileName({ name, folder }: FileNameProps) {
  const dot = name.lastIndexOf('.')
  const hasExtension = dot > 0 && name.length - dot <= 9
  const stem = hasExtension ? name.slice(0, dot) : name
  return (
    <span dir="auto" title={folder ? `${folder}/${name}` : name} className="flex w-fit max-w-full">
      {folder ? (
        <span className="min-w-0 shrink-4 truncate font-normal text-ink-muted">
          <bdi>{folder}</bdi>/
        </span>
      ) : null}
      <span className="min-w-0 truncate whitespace-pre">{stem}</span>
      {hasExtension ? <span className="shrink-0">{name.slice(dot)}</span> : null}
    </span>
  )
}
