/** Tabbed control panels beside the stage. */
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { Crop, type LucideIcon, RotateCwSquare, Scaling, SlidersHorizontal, WandSparkles } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { Icon } from '../../../ui/icon.tsx'
import { AdjustPanel } from './adjust-panel.tsx'
import type { AspectRatioId } from './aspect-ratios.ts'
import type { ControlProps } from './control-props.ts'
import { CropPanel } from './crop-panel.tsx'
import { EditorResizePanel } from './editor-resize-panel.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { RotatePanel } from './rotate-panel.tsx'

export const controlGroups = ['adjust', 'filters', 'turn', 'crop', 'resize'] as const
export type ControlGroupId = (typeof controlGroups)[number]

const icons: Readonly<Record<ControlGroupId, LucideIcon>> = {
  adjust: SlidersHorizontal,
  filters: WandSparkles,
  turn: RotateCwSquare,
  crop: Crop,
  resize: Scaling,
}

interface ControlPanelsProps extends ControlProps {
  readonly previewBitmap: ImageBitmap
  readonly group: ControlGroupId
  readonly onGroup: (group: ControlGroupId) => void
  readonly aspectRatio: AspectRatioId
  readonly onAspectRatio: (id: AspectRatioId) => void
}

export function ControlPanels(props: ControlPanelsProps) {
  const { previewBitmap, group, onGroup, aspectRatio, onAspectRatio, ...controls } = props
  const panels: Readonly<Record<ControlGroupId, React.ReactNode>> = {
    adjust: <AdjustPanel {...controls} />,
    filters: <FilterPanel previewBitmap={previewBitmap} {...controls} />,
    turn: <RotatePanel {...controls} />,
    crop: <CropPanel aspectRatio={aspectRatio} onAspectRatio={onAspectRatio} {...controls} />,
    resize: <EditorResizePanel {...controls} />,
  }
  return (
    <Tabs.Root
      value={group}
      onValueChange={id => onGroup(controlGroups.find(known => known === id) ?? 'adjust')}
      className="flex min-h-0 grow flex-col"
    >
      <Tabs.List
        aria-label={imageEditorMessages.sections}
        className="grid grid-cols-5 border-b border-line bg-surface-sunken"
      >
        {controlGroups.map(id => (
          <Tabs.Trigger
            key={id}
            value={id}
            className="flex min-h-14 flex-col items-center justify-center gap-0.5 border-b-2 border-transparent text-xs font-semibold text-ink-muted transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:bg-surface data-[state=active]:text-ink"
          >
            <Icon of={icons[id]} sizePx={20} />
            {imageEditorMessages[id]}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {controlGroups.map(id => (
        <Tabs.Content
          key={id}
          value={id}
          tabIndex={-1}
          className="min-h-0 grow overflow-y-auto p-4 outline-none max-md:min-h-76"
        >
          {panels[id]}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
