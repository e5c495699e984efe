/** Result of a batch with its download. */
import type { BatchState } from '@filesmith/contract/schemas/batch'
import { batchMessages } from '@filesmith/contract/tools/batch/messages'
import { CircleAlert } from 'lucide-react'
import type { RefObject } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { ResultCard } from '../../ui/result-card.tsx'
import { ResultCardActions } from '../../ui/result-card-actions.tsx'
import { formatBytes } from '../format-bytes.ts'
import { countDone } from './describe-batch.ts'

interface BatchResultProps {
  readonly state: BatchState
  readonly downloadRef: RefObject<HTMLAnchorElement | null>
  readonly onConvertMore: () => void
  /** Undefined when the uploads have been deleted from the server. */
  readonly onChangeFormat: (() => void) | undefined
  readonly onDelete: () => void
}

/** Result of a batch: number of converted files and the download button. */
export function BatchResult(props: BatchResultProps) {
  const { state, downloadRef, onConvertMore, onChangeFormat, onDelete } = props
  const { done, failed, all } = countDone(state)
  const resultBytes = state.files.reduce((sum, { resultSize }) => sum + (resultSize ?? 0), 0)
  const expiresAt = state.files.find(file => file.status === 'succeeded')?.expiresAt ?? null
  return (
    <ResultCard
      heading={done > 0 ? batchMessages.resultHeading : batchMessages.failedHeading}
      actions={
        <ResultCardActions
          downloadUrl={state.downloadUrl}
          downloadLabel={done > 1 ? batchMessages.downloadAll : batchMessages.download}
          downloadRef={downloadRef}
          others={[
            { label: batchMessages.convertMore, onPress: onConvertMore },
            { label: batchMessages.otherFormat, onPress: onChangeFormat },
          ]}
          expiresAt={expiresAt}
          onDelete={onDelete}
        />
      }
    >
      <div>
        <p className="text-base font-semibold">
          {done === 0
            ? batchMessages.noneSucceeded(all)
            : done === all
              ? batchMessages.succeeded
              : batchMessages.partlySucceeded(done, all)}
        </p>
        {done > 0 ? (
          <p className="figures text-xs text-ink-muted">
            {[formatBytes(resultBytes), ...(done > 1 ? [batchMessages.asZip(done)] : [])].join(' · ')}
          </p>
        ) : null}
      </div>
      {failed > 0 ? (
        <p className="flex items-start gap-2 rounded bg-danger-wash p-3">
          <Icon of={CircleAlert} className="mt-px text-danger" />
          <span>
            <span className="font-semibold text-danger">{batchMessages.failures(failed)}.</span>{' '}
            {batchMessages.seeReasons}
          </span>
        </p>
      ) : null}
    </ResultCard>
  )
}
