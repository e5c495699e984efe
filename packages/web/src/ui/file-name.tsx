/** File name on one line, truncated before the extension, for LTR and RTL names. */

interface FileNameProps {
  readonly name: string
  /** Shown before the name, muted. */
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
