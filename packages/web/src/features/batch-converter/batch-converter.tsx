/** Batch converter: converts several files of one kind to one format, with one tab per kind. */
import { type BatchKindId, batchKindIds, batchKinds } from '@filesmith/contract/batch'
import { batchMessages } from '@filesmith/contract/messages/batch'
import { useState } from 'react'
import { hasSavedWork } from '../../lib/job/saved-work.ts'
import { ToolFrame } from '../../lib/tool-page.tsx'
import { usePlan } from '../../lib/use-plan.ts'
import { InnerTabs } from '../../ui/inner-tabs.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { BatchTab } from './batch-tab.tsx'
import { batchToolId } from './batch-tool-id.ts'

interface BatchConverterProps {
  /** Whether it is visible and handles drops and pastes on the page. */
  readonly isActive: boolean
}

/** Reopens the tab that has saved files. */
function findInitialTab(): BatchKindId {
  return batchKindIds.find(kind => hasSavedWork(batchToolId(kind))) ?? 'images'
}

export function BatchConverter({ isActive }: BatchConverterProps) {
  const [activeKind, setActiveKind] = useState<string>(findInitialTab)
  const plan = usePlan()
  return (
    <ToolFrame heading={batchMessages.heading}>
      <InnerTabs
        label={batchMessages.kinds}
        value={activeKind}
        onChange={setActiveKind}
        tabs={batchKindIds.map(kind => ({
          id: kind,
          label: batchKinds[kind].label,
          icon: <KindIcon kind={batchKinds[kind].fileKind} />,
          content: <BatchTab kind={kind} plan={plan} isActive={isActive && kind === activeKind} />,
        }))}
      />
    </ToolFrame>
  )
}
