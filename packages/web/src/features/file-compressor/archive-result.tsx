/** Result card of the compressor: sizes before and after, and download. */

import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { compressMessages } from '@filesmith/contract/tools/compress/messages'
import { ArrowRight, Lock } from 'lucide-react'
import type { RefObject } from 'react'
import { describeSaving } from '../../lib/describe-saving.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { Icon } from '../../ui/icon.tsx'
import { ResultCard } from '../../ui/result-card.tsx'
import { ResultCardActions } from '../../ui/result-card-actions.tsx'

const { result: texts } = conversionMessages

interface ArchiveResultProps {
  readonly state: ConversionState
  /** 0 when the file list was lost in a reload. */
  readonly fileCount: number
  readonly isProtected: boolean
  readonly downloadRef: RefObject<HTMLAnchorElement | null>
  readonly onCompressMore: () => void
  /** Undefined when the uploads have been deleted from the server. */
  readonly onChangeOptions: (() => void) | undefined
  readonly onDelete: () => void
}

export function ArchiveResult(props: ArchiveResultProps) {
  const { state, fileCount, isProtected, downloadRef, onCompressMore, onChangeOptions, onDelete } = props
  const { originalSize, resultSize, downloadUrl } = state
  return (
    <ResultCard
      heading={compressMessages.resultHeading}
      actions={
        <ResultCardActions
          downloadUrl={downloadUrl}
          downloadLabel={texts.download}
          downloadRef={downloadRef}
          others={[
            { label: compressMessages.compressMore, onPress: onCompressMore },
            { label: compressMessages.changeOptions, onPress: onChangeOptions },
          ]}
          expiresAt={state.expiresAt}
          onDelete={onDelete}
        />
      }
    >
      <dl className="grid grid-cols-[1fr_auto_1fr] items-center gap-3">
        <Side
          term={texts.before}
          title={fileCount > 0 ? fileListMessages.count(fileCount) : formatLabel(state.originalFormat)}
          sizeBytes={originalSize}
        />
        <div className="text-ink-muted">
          <Icon of={ArrowRight} />
        </div>
        <Side term={texts.after} title={formatLabel(state.convertedFormat)} sizeBytes={resultSize ?? 0} />
      </dl>
      <div>
        <p className="figures text-sm font-semibold">{describeSaving(originalSize, resultSize ?? 0)}</p>
        {isProtected ? (
          <p className="mt-1 flex items-center gap-2 text-ink-muted">
            <Icon of={Lock} sizePx={16} /> {compressMessages.protectedResult}
          </p>
        ) : null}
        {state.notes.map(note => (
          <p key={note} className="mt-1 text-ink-muted">
            {note}
          </p>
        ))}
      </div>
    </ResultCard>
  )
}

interface SideProps {
  readonly term: string
  readonly title: string
  readonly sizeBytes: number
}

function Side({ term, title, sizeBytes }: SideProps) {
  return (
    <div className="min-w-0 self-stretch rounded bg-paper px-3 py-3 text-center">
      <dt className="text-xs text-ink-muted">{term}</dt>
      <dd className="font-heading text-lg font-semibold">{title}</dd>
      <dd className="figures text-sm">{formatBytes(sizeBytes)}</dd>
    </div>
  )
}
