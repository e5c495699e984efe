/** Makes texts in Markdown one document each with their images, instead of converting all files on their own. */
import { anyFileMessages } from '@filesmith/contract/messages/any-file'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { TextWithImages } from './pack-texts.ts'

interface TextPanelProps {
  readonly texts: readonly TextWithImages[]
  readonly isPacked: boolean
  readonly onChange: (isPacked: boolean) => void
}

const messages = anyFileMessages.textWithImages

export function TextPanel({ texts, isPacked, onChange }: TextPanelProps) {
  const names = texts.map(({ text }) => text.file.name)
  return (
    <Panel className="flex flex-col gap-1 p-5">
      <Checkbox
        name="texts-with-images"
        label={messages.join(names)}
        checked={isPacked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <p className="text-ink-muted">{messages.explanation}</p>
    </Panel>
  )
}
