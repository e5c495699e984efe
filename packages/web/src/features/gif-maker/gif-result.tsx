/** Result card that plays the finished GIF and offers the download. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { gifMessages } from '@filesmith/contract/messages/gif'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import type { RefObject } from 'react'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { ResultCard } from '../../ui/result-card.tsx'
import { ResultCardActions } from '../../ui/result-card-actions.tsx'

const { result: texts } = gifMessages

interface GifResultProps {
  readonly state: ConversionState
  readonly downloadRef: RefObject<HTMLAnchorElement | null>
  readonly onMakeAnother: () => void
  /** Absent when the uploaded files are gone from the server. */
  readonly onChangeSettings: (() => void) | undefined
  readonly onDelete: () => void
}

export function GifResult({ state, downloadRef, onMakeAnother, onChangeSettings, onDelete }: GifResultProps) {
  const { downloadUrl, convertedFormat, resultSize, notes } = state
  const mediaStyle = 'checkerboard max-h-80 max-w-full rounded border border-line'
  return (
    <ResultCard
      heading={texts.heading}
      actions={
        <ResultCardActions
          downloadUrl={downloadUrl}
          downloadLabel={conversionMessages.result.download}
          downloadRef={downloadRef}
          others={[
            { label: texts.another, onPress: onMakeAnother },
            { label: texts.change, onPress: onChangeSettings },
          ]}
          expiresAt={state.expiresAt}
          onDelete={onDelete}
        />
      }
    >
      {downloadUrl === null ? (
        <p className="font-semibold text-danger">{gifMessages.downloadMissing.description}</p>
      ) : (
        <div className="grid place-items-center">
          {convertedFormat === 'mp4' ? (
            <video
              src={downloadUrl}
              controls
              loop
              muted
              playsInline
              aria-label={texts.image}
              className={mediaStyle}
            />
          ) : (
            <img src={downloadUrl} alt={texts.image} className={mediaStyle} />
          )}
        </div>
      )}
      <p className="figures text-center">
        <span className="font-semibold">{formatLabel(convertedFormat)}</span>
        {resultSize === null ? '' : ` · ${formatBytes(resultSize)}`}
      </p>
      {notes.map(note => (
        <p key={note} className="text-ink-muted">
          {note}
        </p>
      ))}
    </ResultCard>
  )
}
