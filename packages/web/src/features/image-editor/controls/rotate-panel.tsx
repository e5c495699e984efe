/** Rotation and flipping. */
import { defaultImageEdit, editBounds } from '@filesmith/contract/image-edit/settings'
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { FlipHorizontal2, FlipVertical2, RotateCcwSquare, RotateCwSquare } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { withArea } from '../stage/crop-area.ts'
import { flip, inscribedArea, rotateQuarter } from '../stage/rotate-and-flip.ts'
import type { ControlProps } from './control-props.ts'
import { SettingSlider } from './setting-slider.tsx'

const pressedStyle = 'px-2! aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-ink-inverse'

export function RotatePanel({ edit, size, onChange, onCommit }: ControlProps) {
  const changeOnce = (next: typeof edit, control: string) => {
    onChange(next, control)
    onCommit()
  }
  const hasCorners = edit.rotate % 90 !== 0
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-2">
        <Button className="px-2!" onClick={() => changeOnce(rotateQuarter(edit, 'left'), 'turn')}>
          <Icon of={RotateCcwSquare} /> {imageEditorMessages.rotateLeft}
        </Button>
        <Button className="px-2!" onClick={() => changeOnce(rotateQuarter(edit, 'right'), 'turn')}>
          <Icon of={RotateCwSquare} /> {imageEditorMessages.rotateRight}
        </Button>
        <Button
          className={pressedStyle}
          aria-pressed={edit.flipHorizontal}
          onClick={() => changeOnce(flip(edit, 'horizontal'), 'flip')}
        >
          <Icon of={FlipHorizontal2} /> {imageEditorMessages.flipHorizontal}
        </Button>
        <Button
          className={pressedStyle}
          aria-pressed={edit.flipVertical}
          onClick={() => changeOnce(flip(edit, 'vertical'), 'flip')}
        >
          <Icon of={FlipVertical2} /> {imageEditorMessages.flipVertical}
        </Button>
      </div>
      <SettingSlider
        label={imageEditorMessages.rotate}
        value={edit.rotate}
        defaultValue={defaultImageEdit.rotate}
        bounds={editBounds.rotate}
        valueText={imageEditorMessages.degrees(edit.rotate)}
        onChange={rotate => onChange({ rotate }, 'rotate')}
        onCommit={onCommit}
      />
      <Button
        disabled={!hasCorners}
        onClick={() => changeOnce(withArea(edit, inscribedArea(size, edit.rotate)), 'crop')}
      >
        {imageEditorMessages.cutCorners}
      </Button>
    </div>
  )
}
