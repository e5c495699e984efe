/** Batch converter: converts several files of one kind to one format, with one tab per kind. */
import { type BatchKindId, batchKindIds, batchKinds } from '@filesmith/contract/batch'
import { batchMessages } from '@filesmith/contract/messages/batch'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { plans } from '@filesmith/contract/plans'
import { useId, useState } from 'react'
import { hasSavedFiles } from '../../lib/file-list/saved-files.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { InnerTabs } from '../../ui/inner-tabs.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { ToolHeading } from '../../ui/tool-heading.tsx'
import { BatchTab } from './batch-tab.tsx'
import { batchToolId } from './batch-tool-id.ts'

interface BatchConverterProps {
  /** Whether it is visible and handles drops and pastes on the page. */
  readonly isActive: boolean
}

/** Reopens the tab that has saved files. */
function findInitialTab(): BatchKindId {
  return batchKindIds.find(kind => hasSavedFiles(batchToolId(kind))) ?? 'images'
}

export function BatchConverter({ isActive }: BatchConverterProps) {
  const [activeKind, setActiveKind] = useState<string>(findInitialTab)
  const plan = usePlan()
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-4">
      <ToolHeading id={headingId} text={batchMessages.heading}>
        {uploadMessages.kept(plans[plan].storageHours)}
      </ToolHeading>
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
    </section>
  )
}
