/** Play and pause, where the sound is, and how close one looks at it. */
import { audioEditorMessages } from '@filesmith/contract/messages/audio-editor'
import {
  Maximize2,
  Pause,
  Play,
  Redo2,
  ScanSearch,
  StretchHorizontal,
  Undo2,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { lengthOf, type Stretch } from './edit/stretch.ts'
import { formatTimecode } from './edit/timecode.ts'
import type { useTrim } from './edit/use-trim.ts'
import type { PositionStore } from './playback/position-store.ts'
import { viewAround, wholeView, zoomView } from './wave/wave-view.ts'

const { wave: words, trim: trimWords } = audioEditorMessages

interface TransportProps {
  readonly canPlay: boolean
  readonly isPlaying: boolean
  readonly position: PositionStore
  readonly durationSeconds: number
  readonly trimming: ReturnType<typeof useTrim>
  /** Nothing is changed at the moment. */
  readonly isLocked: boolean
  readonly view: Stretch
  readonly onView: (view: Stretch) => void
  readonly onToggle: () => void
}

export function Transport(props: TransportProps) {
  const { canPlay, isPlaying, position, durationSeconds, view, onView, onToggle } = props
  const { trimming, isLocked } = props
  const zoom = (factor: number) => {
    // Around the playhead when it is in sight, else around the middle.
    const seconds = position.get()
    const isInSight = seconds >= view.from && seconds <= view.to
    const at = isInSight && canPlay ? seconds : (view.from + view.to) / 2
    onView(zoomView(view, factor, at, durationSeconds))
  }
  const isWhole = lengthOf(view) >= durationSeconds
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5">
      <Button variant="solid" className="min-w-52" disabled={!canPlay} onClick={onToggle}>
        <Icon of={isPlaying ? Pause : Play} />{' '}
        {isPlaying ? audioEditorMessages.pause : audioEditorMessages.play}
      </Button>
      <Clock position={position} durationSeconds={durationSeconds} />
      <div className="ml-auto flex flex-wrap max-sm:-ml-2 max-sm:w-full max-sm:justify-between">
        <div className="flex border-line sm:mr-2 sm:border-r sm:pr-2">
          <RowButton
            icon={StretchHorizontal}
            label={trimWords.reset}
            disabled={isLocked || lengthOf(trimming.trim) >= durationSeconds}
            onClick={trimming.selectAll}
          />
          <RowButton
            icon={Undo2}
            label={trimWords.undo}
            disabled={isLocked || !trimming.canUndo}
            onClick={trimming.undo}
          />
          <RowButton
            icon={Redo2}
            label={trimWords.redo}
            disabled={isLocked || !trimming.canRedo}
            onClick={trimming.redo}
          />
        </div>
        <RowButton icon={ZoomOut} label={words.zoomOut} disabled={isWhole} onClick={() => zoom(2)} />
        <RowButton icon={ZoomIn} label={words.zoomIn} onClick={() => zoom(0.5)} />
        <RowButton
          icon={ScanSearch}
          label={words.zoomSelection}
          onClick={() => onView(viewAround(trimming.trim, durationSeconds))}
        />
        <RowButton
          icon={Maximize2}
          label={words.zoomFit}
          disabled={isWhole}
          onClick={() => onView(wholeView(durationSeconds))}
        />
      </div>
    </div>
  )
}

function Clock({ position, durationSeconds }: Pick<TransportProps, 'position' | 'durationSeconds'>) {
  const seconds = useSyncExternalStore(position.subscribe, position.get)
  return (
    <p className="figures">
      <span className="sr-only">{audioEditorMessages.position} </span>
      {formatTimecode(seconds)} <span className="text-ink-muted">/ {formatTimecode(durationSeconds)}</span>
    </p>
  )
}
