/** Result card of a conversion: before and after, download and delete. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import type { MediaChange, MediaDetails } from '@filesmith/contract/schemas/media'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { ArrowRight, Download, Trash2 } from 'lucide-react'
import { type ReactNode, type RefObject, useId } from 'react'
import { describeSaving } from '../../lib/describe-saving.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { isPageArchive, resultLabel } from '../../lib/result-label.ts'
import { Button } from '../../ui/button.tsx'
import { DownloadButton } from '../../ui/download-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { describeCodecs, describeDuration, describePixels } from './describe-media.ts'
import { outputLabel } from './output-label.ts'

const { result: texts } = conversionMessages

interface ConversionResultCardProps {
  readonly tool: ConverterTool
  readonly state: ConversionState
  readonly downloadRef: RefObject<HTMLAnchorElement | null>
  readonly onConvertAnother: () => void
  /** Undefined when the upload has been deleted from the server. */
  readonly onBackToOptions: (() => void) | undefined
  readonly onDelete: () => void
  /** Both images, if the browser can show them. */
  readonly comparison?: ReactNode
}

export function ConversionResultCard(props: ConversionResultCardProps) {
  const { tool, state, downloadRef, onConvertAnother, onBackToOptions, onDelete } = props
  const { media } = state
  const headingId = useId()
  const resultSize = state.resultSize ?? 0
  return (
    <Panel role="group" aria-labelledby={headingId} className="appear flex flex-col">
      <div className="flex grow flex-col gap-5 p-5">
        <h3 id={headingId} className="text-lg">
          {texts.heading}
        </h3>
        <dl className="grid grid-cols-[1fr_auto_1fr] items-center gap-3">
          <ResultSide
            term={texts.before}
            format={formatLabel(state.originalFormat)}
            sizeBytes={state.originalSize}
            media={media?.before}
          />
          <div className="text-ink-muted">
            <Icon of={ArrowRight} />
          </div>
          <ResultSide
            term={texts.after}
            format={resultLabel(state, format => outputLabel(tool, format))}
            sizeBytes={resultSize}
            media={media?.after}
          />
        </dl>
        <div>
          <p className="figures text-sm font-semibold">{describeResult(state)}</p>
          {media ? <p className="mt-1 text-ink-muted">{describeMediaChange(media)}</p> : null}
        </div>
        {props.comparison}
        <ResultNotes notes={state.notes} />
      </div>
      <div className="perforation mx-3" />
      <div className="flex flex-col gap-3 p-5">
        <DownloadButton
          ref={downloadRef}
          href={state.downloadUrl ?? undefined}
          download
          variant="accent"
          size="large"
        >
          <Icon of={Download} /> {texts.download}
        </DownloadButton>
        <div className="grid auto-cols-fr grid-flow-col gap-2">
          <Button className="px-2" onClick={onConvertAnother}>
            {texts.convertAnother}
          </Button>
          {onBackToOptions ? (
            <Button className="px-2" onClick={onBackToOptions}>
              {texts.backToOptions}
            </Button>
          ) : null}
        </div>
        <div className="flex items-center justify-between gap-2">
          <p className="min-w-0 text-xs text-ink-muted">
            {state.expiresAt === null ? '' : texts.expires(formatDateTime(state.expiresAt))}
          </p>
          <Button variant="danger" className="-mr-3" onClick={onDelete}>
            <Icon of={Trash2} sizePx={16} /> {texts.deleteNow}
          </Button>
        </div>
      </div>
    </Panel>
  )
}

/** Sizes are compared only where one file became one file. */
function describeResult(state: ConversionState): string {
  const { pages, originalSize, resultSize } = state
  if (!pages) return describeSaving(originalSize, resultSize ?? 0)
  return isPageArchive(state)
    ? conversionMessages.pages.numbered(pages.count)
    : conversionMessages.pages.count(pages.count)
}

/** Notes of the engine about the result. */
function ResultNotes({ notes }: Pick<ConversionState, 'notes'>) {
  if (notes.length === 0) return null
  return (
    <ul className="flex flex-col gap-2 border-l-2 border-line-strong pl-3">
      {notes.map(note => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}

function formatDateTime(iso: string): string {
  return new Date(iso).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
}

/** Describes whether a conversion copied or re-encoded the streams. */
export function describeMediaChange({ video, audio }: MediaChange): string {
  const actions = [video, audio].filter(work => work !== null)
  if (actions.length > 0 && actions.every(work => work === 'copied')) return texts.work.copied
  if (video === 'copied') return texts.work.videoCopied
  return video === 'encoded' && audio === 'copied' ? texts.work.audioCopied : texts.work.converted
}

interface ResultSideProps {
  readonly term: string
  /** Format label. */
  readonly format: string
  readonly sizeBytes: number
  readonly media: MediaDetails | undefined
}

/** One side of the before/after comparison. */
function ResultSide({ term, format, sizeBytes, media }: ResultSideProps) {
  return (
    <div className="min-w-0 self-stretch rounded bg-paper px-3 py-3 text-center">
      <dt className="text-xs text-ink-muted">{term}</dt>
      <dd className="font-heading text-lg font-semibold">{format}</dd>
      <dd className="figures text-sm">{formatBytes(sizeBytes)}</dd>
      {media
        ? [describePixels(media), describeCodecs(media).join(' · '), describeDuration(media)]
            .filter(detail => detail)
            .map(detail => (
              <dd key={detail} className="figures text-xs text-ink-muted">
                {detail}
              </dd>
            ))
        : null}
    </div>
  )
}
