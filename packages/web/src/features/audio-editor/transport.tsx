/** Playback, undo and zoom controls of the waveform. */
import { audioEditorMessages } from '@filesmith/contract/tools/audio/messages'
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
import { lengthOf, type TimeRange } from './edit/time-range.ts'
import { formatTimecode } from './edit/timecode.ts'
import type { PositionStore } from './playback/position-store.ts'
import type { useAudioEditor } from './use-audio-editor.ts'
import { fullView, viewAround, zoomView } from './wave/wave-view.ts'

const { wave: messages, trim: trimMessages } = audioEditorMessages

interface TransportProps {
  readonly canPlay: boolean
  readonly isPlaying: boolean
  readonly position: PositionStore
  readonly durationSeconds: number
  readonly trimming: ReturnType<typeof useAudioEditor>['trimming']
  /** The selection cannot be changed now. */
  readonly isLocked: boolean
  readonly view: TimeRange
  readonly onView: (view: TimeRange) => void
  readonly onToggle: () => void
}

export function Transport(props: TransportProps) {
  const { canPlay, isPlaying, position, durationSeconds, view, onView, onToggle } = props
  const { trimming, isLocked } = props
  const zoom = (factor: number) => {
    // Around the playhead if it is visible, otherwise around the center.
    const seconds = position.get()
    const isVisible = seconds >= view.from && seconds <= view.to
    const at = isVisible && canPlay ? seconds : (view.from + view.to) / 2
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
            label={trimMessages.reset}
            disabled={isLocked || lengthOf(trimming.trim) >= durationSeconds}
            onClick={trimming.selectAll}
          />
          <RowButton
            icon={Undo2}
            label={trimMessages.undo}
            disabled={isLocked || !trimming.canUndo}
            onClick={trimming.undo}
          />
          <RowButton
            icon={Redo2}
            label={trimMessages.redo}
            disabled={isLocked || !trimming.canRedo}
            onClick={trimming.redo}
          />
        </div>
        <RowButton icon={ZoomOut} label={messages.zoomOut} disabled={isWhole} onClick={() => zoom(2)} />
        <RowButton icon={ZoomIn} label={messages.zoomIn} onClick={() => zoom(0.5)} />
        <RowButton
          icon={ScanSearch}
          label={messages.zoomSelection}
          onClick={() => onView(viewAround(trimming.trim, durationSeconds))}
        />
        <RowButton
          icon={Maximize2}
          label={messages.zoomFit}
          disabled={isWhole}
          onClick={() => onView(fullView(durationSeconds))}
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
