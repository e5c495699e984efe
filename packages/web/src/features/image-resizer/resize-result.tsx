/** Result card of the batch with the download button. */
import { resizeMessages } from '@filesmith/contract/messages/resize'
import type { BatchState } from '@filesmith/contract/schemas/batch'
import { CircleAlert } from 'lucide-react'
import type { RefObject } from 'react'
import { countDone } from '../../lib/batch/describe-batch.ts'
import { describeSaving } from '../../lib/describe-saving.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { Icon } from '../../ui/icon.tsx'
import { ResultCard } from '../../ui/result-card.tsx'
import { ResultCardActions } from '../../ui/result-card-actions.tsx'

const { result: texts } = resizeMessages

interface ResizeResultProps {
  readonly state: BatchState
  readonly downloadRef: RefObject<HTMLAnchorElement | null>
  readonly onResizeMore: () => void
  /** Absent when the uploaded images are gone from the server. */
  readonly onOtherSize: (() => void) | undefined
  readonly onDelete: () => void
}

export function ResizeResult({ state, downloadRef, onResizeMore, onOtherSize, onDelete }: ResizeResultProps) {
  const { done, failed, all } = countDone(state)
  const ready = state.files.filter(({ status }) => status === 'succeeded')
  const before = ready.reduce((sum, { originalSize }) => sum + originalSize, 0)
  const after = ready.reduce((sum, { resultSize }) => sum + (resultSize ?? 0), 0)
  return (
    <ResultCard
      heading={done > 0 ? texts.heading : texts.failedHeading}
      actions={
        <ResultCardActions
          downloadUrl={state.downloadUrl}
          downloadLabel={all > 1 ? texts.downloadAll : texts.download}
          downloadRef={downloadRef}
          others={[
            { label: texts.more, onPress: onResizeMore },
            { label: texts.otherSize, onPress: onOtherSize },
          ]}
          expiresAt={ready[0]?.expiresAt ?? null}
          onDelete={onDelete}
        />
      }
    >
      <div>
        <p className="text-base font-semibold">
          {done === 0
            ? resizeMessages.noneSucceeded(all)
            : done === all
              ? resizeMessages.succeeded
              : resizeMessages.partlySucceeded(done, all)}
        </p>
        {done > 0 ? (
          <p className="figures text-xs text-ink-muted">
            {[
              `${formatBytes(before)} → ${formatBytes(after)}`,
              describeSaving(before, after),
              ...(all > 1 ? [texts.asZip(done)] : []),
            ].join(' · ')}
          </p>
        ) : null}
      </div>
      {failed > 0 ? (
        <p className="flex items-start gap-2 rounded bg-danger-wash p-3">
          <Icon of={CircleAlert} className="mt-px text-danger" />
          <span className="font-semibold text-danger">{texts.failures(failed)}</span>
        </p>
      ) : null}
    </ResultCard>
  )
}
