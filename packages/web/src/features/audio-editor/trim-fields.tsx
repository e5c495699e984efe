/** The selection in figures: both ends to be written, its length, and the way back. */
import { audioEditorMessages } from '@filesmith/contract/messages/audio-editor'
import { Button } from '../../ui/button.tsx'
import { lengthOf } from './edit/stretch.ts'
import { formatTimecode } from './edit/timecode.ts'
import { moveEnd, moveStart } from './edit/trim.ts'
import type { useTrim } from './edit/use-trim.ts'
import type { PositionStore } from './playback/position-store.ts'
import { TimeField } from './time-field.tsx'

const { trim: words } = audioEditorMessages

interface TrimFieldsProps {
  readonly trimming: ReturnType<typeof useTrim>
  readonly durationSeconds: number
  /** After the cuts, where silence is taken out. */
  readonly resultSeconds: number
  readonly position: PositionStore
  readonly isDisabled: boolean
}

export function TrimFields(props: TrimFieldsProps) {
  const { trimming, durationSeconds, resultSeconds, position, isDisabled } = props
  const { trim, change } = trimming
  const selected = lengthOf(trim)
  const share = durationSeconds === 0 ? 0 : (selected / durationSeconds) * 100
  const isShortened = resultSeconds < selected - 0.005
  return (
    <fieldset
      disabled={isDisabled}
      className="grid min-w-0 gap-x-4 gap-y-3 px-5 sm:grid-cols-[auto_auto_1fr]"
    >
      <legend className="sr-only">{words.heading}</legend>
      <div className="flex flex-wrap items-end gap-2">
        <TimeField
          label={words.start}
          seconds={trim.from}
          onChange={seconds => change(moveStart(trim, seconds, durationSeconds))}
        />
        <Button
          className="min-h-11 px-3"
          onClick={() => change(moveStart(trim, position.get(), durationSeconds))}
        >
          {words.startHere}
        </Button>
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <TimeField
          label={words.end}
          seconds={trim.to}
          onChange={seconds => change(moveEnd(trim, seconds, durationSeconds))}
        />
        <Button
          className="min-h-11 px-3"
          onClick={() => change(moveEnd(trim, position.get(), durationSeconds))}
        >
          {words.endHere}
        </Button>
      </div>
      <dl className="flex flex-wrap gap-x-5">
        <Figure
          term={words.length}
          value={formatTimecode(selected)}
          note={words.share(`${Math.round(share)}%`)}
        />
        {isShortened ? <Figure term={words.result} value={formatTimecode(resultSeconds)} /> : null}
      </dl>
    </fieldset>
  )
}

function Figure({
  term,
  value,
  note,
}: {
  readonly term: string
  readonly value: string
  readonly note?: string
}) {
  return (
    <div>
      <dt className="text-xs text-ink-muted">{term}</dt>
      <dd className="figures font-semibold">{value}</dd>
      {note ? <dd className="text-xs text-ink-muted">{note}</dd> : null}
    </div>
  )
}
