/** The tools beside the stage, one group at a time. */
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { Crop, type LucideIcon, RotateCwSquare, Scaling, SlidersHorizontal, WandSparkles } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { Icon } from '../../../ui/icon.tsx'
import { AdjustPanel } from './adjust-panel.tsx'
import type { ControlProps } from './control-props.ts'
import { CropPanel } from './crop-panel.tsx'
import { FilterPanel } from './filter-panel.tsx'
import type { ProportionId } from './proportions.ts'
import { ResizePanel } from './resize-panel.tsx'
import { RotatePanel } from './rotate-panel.tsx'

export const groups = ['adjust', 'filters', 'turn', 'crop', 'resize'] as const
export type GroupId = (typeof groups)[number]

const icons: Readonly<Record<GroupId, LucideIcon>> = {
  adjust: SlidersHorizontal,
  filters: WandSparkles,
  turn: RotateCwSquare,
  crop: Crop,
  resize: Scaling,
}

interface ControlPanelsProps extends ControlProps {
  readonly copy: ImageBitmap
  readonly group: GroupId
  readonly onGroup: (group: GroupId) => void
  readonly proportion: ProportionId
  readonly onProportion: (id: ProportionId) => void
}

export function ControlPanels(props: ControlPanelsProps) {
  const { copy, group, onGroup, proportion, onProportion, ...controls } = props
  const panels: Readonly<Record<GroupId, React.ReactNode>> = {
    adjust: <AdjustPanel {...controls} />,
    filters: <FilterPanel copy={copy} {...controls} />,
    turn: <RotatePanel {...controls} />,
    crop: <CropPanel proportion={proportion} onProportion={onProportion} {...controls} />,
    resize: <ResizePanel {...controls} />,
  }
  return (
    <Tabs.Root
      value={group}
      onValueChange={id => onGroup(groups.find(known => known === id) ?? 'adjust')}
      className="flex min-h-0 grow flex-col"
    >
      <Tabs.List
        aria-label={imageEditorMessages.sections}
        className="grid grid-cols-5 border-b border-line bg-surface-sunken"
      >
        {groups.map(id => (
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
      {groups.map(id => (
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
