/** One choice for all files of a kind, and for how many it holds. */
import type { FileKind } from '@filesmith/contract/formats'
import { formats } from '@filesmith/contract/formats'
import { anyFileMessages } from '@filesmith/contract/messages/any-file'
import { ChevronDown } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { ChosenFile } from './file-choice.ts'
import type { Targets } from './use-targets.ts'

interface BulkPanelProps {
  readonly files: readonly ChosenFile[]
  readonly targets: Targets
  readonly onChoose: (kind: FileKind, files: readonly ChosenFile[]) => void
}

export function BulkPanel({ files, targets, onChoose }: BulkPanelProps) {
  const kinds = [...Map.groupBy(files, ({ named }) => formats[named].kind)]
  return (
    <Panel className="flex flex-col gap-4 p-5">
      <h3 className="text-base">{anyFileMessages.bulkHeading}</h3>
      <ul className="flex flex-col gap-3">
        {kinds.map(([kind, ofKind]) => (
          <li key={kind} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="flex grow items-center gap-2">
              <KindIcon kind={kind} />
              {anyFileMessages.everyKind(kind, ofKind.length)}
            </span>
            <Button
              aria-label={`${anyFileMessages.kindTo(kind)}: ${targetOf(ofKind, targets)}`}
              onClick={() => onChoose(kind, ofKind)}
            >
              {targetOf(ofKind, targets)} <Icon of={ChevronDown} sizePx={16} />
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function targetOf(files: readonly ChosenFile[], { labelOf }: Targets): string {
  const labels = files.map(file => file.choice.to && labelOf(file, file.choice.to))
  const [first, ...others] = new Set(labels)
  if (others.length > 0) return anyFileMessages.mixed
  return first ?? anyFileMessages.notChosen
}
