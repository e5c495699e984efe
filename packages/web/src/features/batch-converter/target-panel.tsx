/** Target format of a batch, without a default. */
import { type BatchKindId, batchKinds } from '@filesmith/contract/batch'
import type { FormatId } from '@filesmith/contract/formats'
import { batchMessages } from '@filesmith/contract/messages/batch'
import { formatLabel } from '../../lib/format-label.ts'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { Panel } from '../../ui/panel.tsx'

interface TargetPanelProps {
  readonly kind: BatchKindId
  readonly target: FormatId | undefined
  readonly onChange: (target: FormatId) => void
  readonly isDisabled: boolean
}

export function TargetPanel({ kind, target, onChange, isDisabled }: TargetPanelProps) {
  const outputs: readonly FormatId[] = batchKinds[kind].outputs
  return (
    <Panel className="self-start p-5">
      <ChoiceGroup
        legend={batchMessages.targetFormat}
        choices={outputs.map(value => ({ value, label: formatLabel(value) }))}
        value={target ?? ''}
        onChange={value => {
          const chosen = outputs.find(output => output === value)
          if (chosen) onChange(chosen)
        }}
        isDisabled={isDisabled}
        note={target ? batchMessages.formatNote(target) : batchMessages.choose}
      />
    </Panel>
  )
}
