/** Changes of the whole transcript: find and replace, and moving all lines in time. */
import { videoTextMessages } from '@filesmith/contract/tools/video2text/messages'
import { ChevronDown } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { textOf } from '../../../lib/use-form-submit.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { replaceInText } from '../transcript/edit-lines.ts'
import type { Versions } from './use-versions.ts'

const { tools: texts } = videoTextMessages

interface TranscriptToolsProps {
  readonly versions: Versions
  readonly canShift: boolean
}

export function TranscriptTools({ versions, canShift }: TranscriptToolsProps) {
  const [status, setStatus] = useState('')
  const replace = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const { text, count } = replaceInText(
      versions.text,
      textOf(data, 'find'),
      textOf(data, 'replacement'),
      data.has('isCaseSensitive'),
    )
    if (count > 0) versions.setText(text)
    setStatus(texts.replaced(count))
  }
  const shift = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const seconds = Number(textOf(new FormData(event.currentTarget), 'seconds'))
    if (!Number.isFinite(seconds) || seconds === 0) return setStatus(texts.noShift)
    versions.shift(seconds)
    setStatus(texts.shifted(seconds))
  }
  return (
    <details className="group/tools rounded border border-line bg-paper px-4">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 font-semibold">
        {texts.heading}
        <Icon of={ChevronDown} className="text-ink-muted transition-transform group-open/tools:rotate-180" />
      </summary>
      <div className="flex flex-col gap-5 pb-4">
        <form onSubmit={replace} className="grid items-end gap-3 sm:grid-cols-2">
          <TextField name="find" label={texts.find} autoComplete="off" />
          <TextField name="replacement" label={texts.replacement} autoComplete="off" />
          <Checkbox name="isCaseSensitive" label={texts.matchCase} />
          <Button type="submit">{texts.replaceAll}</Button>
        </form>
        {canShift ? (
          <form
            noValidate
            onSubmit={shift}
            className="grid items-end gap-3 border-t border-line pt-4 sm:grid-cols-2"
          >
            <TextField
              name="seconds"
              label={texts.shiftBy}
              hint={texts.shiftHint}
              type="number"
              step="0.1"
              defaultValue="0.5"
            />
            <Button type="submit">{texts.shift}</Button>
          </form>
        ) : null}
        <p role="status" className="text-xs text-ink-muted empty:hidden">
          {status}
        </p>
      </div>
    </details>
  )
}
