/** Result card of the edited audio with player and download. */
import { audioEditorMessages } from '@filesmith/contract/messages/audio-editor'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import type { MediaDetails } from '@filesmith/contract/schemas/media'
import { ArrowRight } from 'lucide-react'
import type { RefObject } from 'react'
import { describeSaving } from '../../../lib/describe-saving.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatLabel } from '../../../lib/format-label.ts'
import { Icon } from '../../../ui/icon.tsx'
import { ResultCard } from '../../../ui/result-card.tsx'
import { ResultCardActions } from '../../../ui/result-card-actions.tsx'
import { formatTimecode } from '../edit/timecode.ts'

const { result: messages } = audioEditorMessages

interface EditResultProps {
  readonly state: ConversionState
  readonly downloadRef: RefObject<HTMLAnchorElement | null>
  readonly onAnother: () => void
  /** Absent when the uploaded file is gone from the server. */
  readonly onAgain: (() => void) | undefined
  readonly onDelete: () => void
}

export function EditResult({ state, downloadRef, onAnother, onAgain, onDelete }: EditResultProps) {
  const { media, downloadUrl, resultSize } = state
  return (
    <ResultCard
      heading={messages.heading}
      actions={
        <ResultCardActions
          downloadUrl={downloadUrl}
          downloadLabel={conversionMessages.result.download}
          downloadRef={downloadRef}
          others={[
            { label: messages.another, onPress: onAnother },
            { label: messages.again, onPress: onAgain },
          ]}
          expiresAt={state.expiresAt}
          onDelete={onDelete}
        />
      }
    >
      <dl className="grid grid-cols-[1fr_auto_1fr] items-center gap-3">
        <Side
          term={messages.before}
          format={formatLabel(state.originalFormat)}
          sizeBytes={state.originalSize}
          media={media?.before}
        />
        <div className="text-ink-muted">
          <Icon of={ArrowRight} />
        </div>
        <Side
          term={messages.after}
          format={formatLabel(state.convertedFormat)}
          sizeBytes={resultSize ?? 0}
          media={media?.after}
        />
      </dl>
      <p className="figures text-sm font-semibold">{describeSaving(state.originalSize, resultSize ?? 0)}</p>
      {downloadUrl === null ? null : (
        // biome-ignore lint/a11y/useMediaCaption: user-provided audio has no transcript.
        <audio
          src={downloadUrl}
          controls
          preload="metadata"
          aria-label={messages.player(state.fileName)}
          className="h-10 w-full"
        />
      )}
      {state.notes.length > 0 ? (
        <ul className="flex flex-col gap-2 border-l-2 border-line-strong pl-3">
          {state.notes.map(note => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
    </ResultCard>
  )
}

interface SideProps {
  readonly term: string
  readonly format: string
  readonly sizeBytes: number
  readonly media: MediaDetails | undefined
}

function Side({ term, format, sizeBytes, media }: SideProps) {
  const { durationSeconds = null } = media ?? {}
  return (
    <div className="min-w-0 self-stretch rounded bg-paper px-3 py-3 text-center">
      <dt className="text-xs text-ink-muted">{term}</dt>
      <dd className="font-heading text-lg font-semibold">{format}</dd>
      <dd className="figures text-sm">{formatBytes(sizeBytes)}</dd>
      {durationSeconds === null ? null : (
        <dd className="figures text-xs text-ink-muted">{formatTimecode(durationSeconds)}</dd>
      )}
    </div>
  )
}
