/** Toolbar above the text: steps through doubtful words, and restores the recognized text. */
import { ocrMessages } from '@filesmith/contract/messages/ocr'
import { ChevronDown, ChevronUp, Redo2, Undo2 } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ToolButton } from '../../../ui/tool-button.tsx'

const { result: texts } = ocrMessages

interface TextToolbarProps {
  /** Absent without word information. */
  readonly doubtfulCount: number | undefined
  readonly isChanged: boolean
  readonly onDoubtful: (direction: 1 | -1) => void
  readonly onRestore: () => void
  /** Absent if nothing was restored. */
  readonly onUndoRestore: (() => void) | undefined
}

export function TextToolbar(props: TextToolbarProps) {
  const { doubtfulCount, isChanged, onDoubtful, onRestore, onUndoRestore } = props
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
      {doubtfulCount === undefined ? (
        <p className="font-semibold">{texts.text}</p>
      ) : (
        <div className="flex items-center gap-1">
          <p role="status" className="mr-1 font-semibold tabular-nums">
            {doubtfulCount === 0 ? texts.noWordsToCheck : texts.wordsToCheck(doubtfulCount)}
          </p>
          {doubtfulCount > 0 ? (
            <>
              <ToolButton label={texts.previousWordToCheck} onClick={() => onDoubtful(-1)}>
                <Icon of={ChevronUp} />
              </ToolButton>
              <ToolButton label={texts.nextWordToCheck} onClick={() => onDoubtful(1)}>
                <Icon of={ChevronDown} />
              </ToolButton>
            </>
          ) : null}
        </div>
      )}
      {isChanged || onUndoRestore ? (
        // One button for both actions, so that it keeps the focus.
        <Button variant="quiet" className="px-2" onClick={isChanged ? onRestore : onUndoRestore}>
          <Icon of={isChanged ? Undo2 : Redo2} sizePx={16} />
          {isChanged ? texts.restore : texts.redoAll}
        </Button>
      ) : null}
    </div>
  )
}
