/** Divider above the pages of a document: its name, actions, and the state of a file that is not open yet. */
import { lockedFileMessages } from '@filesmith/contract/messages/locked-file'
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { CircleAlert, CopyCheck, FoldVertical, Lock, X } from 'lucide-react'
import { allowanceLeft } from '../../../lib/allowance-left.ts'
import { useUsage } from '../../../lib/use-usage.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { RowButton } from '../../../ui/row-button.tsx'
import { canJoin } from '../model/edit-pages.ts'
import type { WorkDocument } from '../model/page-workspace.ts'
import type { Source } from '../sources/use-sources.ts'
import type { Workbench } from '../use-workbench.ts'

const { state: texts } = workbenchMessages

interface DocumentRowProps {
  readonly document: WorkDocument
  readonly index: number
  readonly workbench: Workbench
}

export function DocumentRow({ document, index, workbench }: DocumentRowProps) {
  const { id, name, pages, pending } = document
  const { dispatch, sources, workspace } = workbench
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useSemanticElements: not a table, and its buttons have the focus
    <div
      role="rowheader"
      className={`flex h-full flex-col gap-2 pt-2 ${index === 0 ? '' : 'border-t border-dashed border-line-strong'}`}
    >
      <div className="flex items-center gap-2">
        <p className="min-w-0 grow truncate" title={name}>
          <span className="figures mr-2 text-xs text-ink-muted" aria-hidden="true">
            {index + 1}
          </span>
          <span className="sr-only">{workbenchMessages.document(index + 1, name)}</span>
          <span aria-hidden="true" className="font-semibold" dir="auto">
            {name}
          </span>
        </p>
        <span className="figures shrink-0 text-xs text-ink-muted">
          {pending === undefined ? workbenchMessages.documentPages(pages.length) : null}
        </span>
        <div className="flex shrink-0">
          {pages.length > 0 ? (
            <RowButton
              icon={CopyCheck}
              label={workbenchMessages.selectDocument(name)}
              onClick={() => dispatch({ type: 'select-pages', pages: pages.map(page => page.id) })}
            />
          ) : null}
          {canJoin(workspace.documents, index) ? (
            <RowButton
              icon={FoldVertical}
              label={workbenchMessages.joinDocument(name)}
              onClick={() => dispatch({ type: 'join', document: id })}
            />
          ) : null}
          <RowButton
            icon={X}
            variant="quiet-danger"
            label={workbenchMessages.removeDocument(name)}
            onClick={() => workbench.removeDocument(id)}
          />
        </div>
      </div>
      {pending === undefined ? null : (
        <FileState
          name={name}
          source={sources.get(pending)}
          onUnlock={() => workbench.askPassword(pending)}
          onRepair={() => workbench.repair(pending)}
        />
      )}
    </div>
  )
}

interface FileStateProps {
  readonly name: string
  readonly source: Source | undefined
  readonly onUnlock: () => void
  readonly onRepair: () => void
}

function FileState({ name, source, onUnlock, onRepair }: FileStateProps) {
  const usage = useUsage()
  const hasAllowance = usage !== undefined && allowanceLeft(usage) !== null
  const state = source?.state ?? { phase: 'opening' }
  if (state.phase === 'failed')
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded bg-danger-wash p-2 pl-3">
        <p className="flex grow items-start gap-2 text-danger">
          <Icon of={CircleAlert} />
          <span>
            {state.reason}{' '}
            {state.canRepair && hasAllowance ? (
              <span className="text-ink-muted">{workbenchMessages.repairCounts}</span>
            ) : null}
          </span>
        </p>
        {state.canRepair ? (
          <Button aria-label={texts.repairFile(name)} onClick={onRepair}>
            {texts.repair}
          </Button>
        ) : null}
      </div>
    )
  if (state.phase === 'locked')
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded bg-surface-sunken p-2 pl-3">
        <p className="flex grow items-center gap-2">
          <Icon of={Lock} /> {texts.locked}
        </p>
        <Button aria-label={lockedFileMessages.enterFor(name)} onClick={onUnlock}>
          {lockedFileMessages.enter}
        </Button>
      </div>
    )
  const { step, percent } =
    state.phase === 'converting' ? state.progress : { step: 'opening' as const, percent: 0 }
  return (
    <div className="flex flex-col gap-2 rounded bg-surface-sunken p-3">
      <p role="status" className="text-xs font-semibold">
        {texts[step]}
      </p>
      <ProgressBar percent={percent} label={texts.progressOf(name)} />
    </div>
  )
}
