/** Result card of the translated document; for a PDF also the Word document it was made from. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { translatedDocumentPart } from '@filesmith/contract/operations/translate-document'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { translateMessages } from '@filesmith/contract/tools/translate/messages'
import { Download } from 'lucide-react'
import type { RefObject } from 'react'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { Button } from '../../ui/button.tsx'
import { DownloadButton } from '../../ui/download-button.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ResultCard } from '../../ui/result-card.tsx'
import { ResultCardFooter } from '../../ui/result-card-footer.tsx'
import { type LanguagePair, namesOf } from './language-pair.ts'

interface DocumentResultProps {
  readonly state: ConversionState
  readonly languages: LanguagePair
  readonly downloadRef: RefObject<HTMLAnchorElement | null>
  readonly onAnother: () => void
  /** Absent when the uploaded document is gone from the server. */
  readonly onChangeLanguages: (() => void) | undefined
  readonly onDelete: () => void
}

export function DocumentResult(props: DocumentResultProps) {
  const { state, languages, downloadRef, onAnother, onChangeLanguages, onDelete } = props
  const wordPart = state.parts.find(({ name }) => name === translatedDocumentPart)
  const format = formatLabel(state.convertedFormat)
  return (
    <ResultCard
      heading={translateMessages.resultHeading}
      actions={
        <>
          {state.downloadUrl === null ? null : (
            <DownloadButton ref={downloadRef} href={state.downloadUrl} download variant="accent" size="large">
              <Icon of={Download} />{' '}
              {wordPart ? translateMessages.download(format) : conversionMessages.result.download}
            </DownloadButton>
          )}
          {wordPart ? (
            <DownloadButton href={wordPart.url} download variant="outline">
              <Icon of={Download} /> {translateMessages.downloadWord}
              <span className="figures text-xs text-ink-muted">{formatBytes(wordPart.sizeBytes)}</span>
            </DownloadButton>
          ) : null}
          <div className="flex flex-wrap gap-2 *:grow">
            <Button className="px-2" onClick={onAnother}>
              {translateMessages.translateAnother}
            </Button>
            {onChangeLanguages ? (
              <Button className="px-2" onClick={onChangeLanguages}>
                {translateMessages.changeLanguages}
              </Button>
            ) : null}
          </div>
          <ResultCardFooter expiresAt={state.expiresAt} onDelete={onDelete} />
        </>
      }
    >
      <div className="flex items-center gap-4">
        <span className="shrink-0">
          <FileIcon kind="document" label={format} />
        </span>
        <div className="min-w-0">
          <p className="truncate font-semibold" title={state.fileName}>
            {state.fileName}
          </p>
          <p className="figures text-xs text-ink-muted">
            {format}
            {state.resultSize === null ? '' : ` · ${formatBytes(state.resultSize)}`}
          </p>
          <p className="mt-2">{translateMessages.translatedFromTo(...namesOf(languages))}</p>
        </div>
      </div>
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
