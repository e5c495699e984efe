/** What is wrong with what was just handed over, a line for each reason; its place is there before, so that it is announced. */
import { CircleAlert } from 'lucide-react'
import { Icon } from './icon.tsx'

interface NotesListProps {
  readonly notes: readonly string[]
  readonly className?: string
}

export function NotesList({ notes, className }: NotesListProps) {
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
