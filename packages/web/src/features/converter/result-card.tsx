/** The claim ticket: what came in, what goes out, and the one button that takes it home. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { ArrowRight, Download, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DownloadButton } from '../../ui/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'

const { result: texts } = conversionMessages

interface ResultCardProps {
  readonly state: ConversionState
  readonly onConvertAnother: () => void
  readonly onBackToOptions: () => void
  readonly onDelete: () => void
}

export function ResultCard({ state, onConvertAnother, onBackToOptions, onDelete }: ResultCardProps) {
  const headingId = useId()
  const resultSize = state.resultSize ?? 0
  return (
    <Panel role="group" aria-labelledby={headingId} className="appear flex flex-col">
      <div className="flex grow flex-col gap-5 p-5">
        <h3 id={headingId} className="text-lg">
          {texts.heading}
        </h3>
        <dl className="grid grid-cols-[1fr_auto_1fr] items-center gap-3">
          <Side term={texts.before} format={state.originalFormat} sizeBytes={state.originalSize} />
          <div className="text-ink-muted">
            <Icon of={ArrowRight} />
          </div>
          <Side term={texts.after} format={state.convertedFormat} sizeBytes={resultSize} />
        </dl>
        <p className="figures text-sm font-semibold">{describeSaving(state.originalSize, resultSize)}</p>
      </div>
      <div className="perforation mx-3" />
      <div className="flex flex-col gap-3 p-5">
        <DownloadButton href={state.downloadUrl ?? undefined} download variant="accent" size="large">
          <Icon of={Download} /> {texts.download}
        </DownloadButton>
        <div className="flex flex-wrap gap-2">
          <Button className="grow" onClick={onConvertAnother}>
            {texts.convertAnother}
          </Button>
          <Button className="grow" onClick={onBackToOptions}>
            {texts.backToOptions}
          </Button>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-xs text-ink-muted">
            {state.expiresAt === null ? '' : texts.expires(describeMoment(state.expiresAt))}
          </p>
          <Button variant="quiet" className="-mr-3 text-danger" onClick={onDelete}>
            <Icon of={Trash2} sizePx={16} /> {texts.deleteNow}
          </Button>
        </div>
      </div>
    </Panel>
  )
}

interface SideProps {
  readonly term: string
  readonly format: string
  readonly sizeBytes: number
}

function Side({ term, format, sizeBytes }: SideProps) {
  return (
    <div className="min-w-0 rounded bg-paper px-3 py-3 text-center">
      <dt className="text-xs text-ink-muted">{term}</dt>
      <dd className="font-heading text-lg font-semibold">{formatLabel(format)}</dd>
      <dd className="figures text-sm">{formatBytes(sizeBytes)}</dd>
    </div>
  )
}

function describeSaving(beforeBytes: number, afterBytes: number): string {
  const percent = Math.round(((afterBytes - beforeBytes) / beforeBytes) * 100)
  if (percent === 0) return texts.same
  return percent < 0 ? texts.smaller(-percent) : texts.larger(percent)
}

function describeMoment(iso: string): string {
  return new Date(iso).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
}
